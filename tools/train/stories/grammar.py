#!/usr/bin/env python3
"""Tells little stories of 4 to 8 sentences: a hero, a friend, an object, a place, a problem.

    python3 -m stories.grammar [N [SEED]]       prints N stories

A sentence is a template with slots in braces. One table of facts fills every slot of a story, so
that names, pronouns, colour, object and place agree; checker.py reads stories by the same
templates.
"""

import random
import re
import sys
from pathlib import Path

from stories import words
from stories.words import ANIMALS, COLOURS, FREE, LISTS, OBJECTS, PLACES, PRONOUNS, WATERSIDE

# The ways to open a story: weight, sections, and how many of feel, offer, thanks find room later.
OPENINGS = [
    (5, ["hero", "object", "go", "meet"], 1),
    (4, ["hero", "object", "go and meet"], 2),
    (3, ["hero and object", "go", "meet"], 2),
    (3, ["hero and object", "go and meet"], 3),
    (3, ["hero, object, place", "meet"], 3),
    (4, ["two friends", "object of two", "go together"], 2),
    (3, ["all at once"], 3),
]
CHANCE_OF_NEW = {
    "hero": 0.6,
    "friend": 0.5,
    "object": 0.25,
    "colour": 0.12,
    "kind": 0.2,
    "friend_kind": 0.2,
    "place": 0.2,
}


def read_sections(path):
    """{"hero": [sentence, ...], "problem lost S": [...], ...}"""
    sections = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            sentences = sections.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            sentences.append(line)
    return sections


SECTIONS = read_sections(Path(__file__).with_name("sentences.txt"))
# problem: (the letter its object must have, sentences that pose it, sentences that solve it)
PROBLEMS = {
    title.split()[1]: (title.split()[2], sentences, SECTIONS["solution " + title.split()[1]])
    for title, sentences in SECTIONS.items()
    if title.startswith("problem ")
}
KNOWN = set(
    re.findall(r"\w+", repr((SECTIONS, LISTS, PLACES, words.GIRLS, words.BOYS)))
    + words.PETS_F
    + words.PETS_M
)


def with_an(text):
    """a orange -> an orange"""
    return re.sub(r"\b([Aa]) (?=[aeiou])", r"\1n ", text)


def without_an(text):
    return re.sub(r"\b([Aa])n (?=[aeiou])", r"\1 ", text)


def invented_name(rng, is_female):
    name = "".join(rng.choice(words.SYLLABLES) for _ in range(rng.choice((1, 1, 2))))
    endings = words.NAME_ENDINGS["f" if is_female else "m"]
    name += rng.choice(endings[name[-1] in "aeiou"])
    if rng.random() < 0.12:
        places = [i for i, letter in enumerate(name) if i and letter in words.ACCENTS]
        if places:
            i = rng.choice(places)
            name = name[:i] + rng.choice(words.ACCENTS[name[i]]) + name[i + 1 :]
    return name[0].upper() + name[1:]


def invented_word(rng):
    if rng.random() < 0.5:
        syllables = [rng.choice(words.SYLLABLES) for _ in range(rng.randint(1, 3))]
        return "".join(syllables) + rng.choice(("", "n", "t", "ck", "m", "le"))
    first = rng.randrange(2)
    kinds = ("bcdfghjklmnprstvwyz", "aaeeiioou")
    return "".join(rng.choice(kinds[(i + first) % 2]) for i in range(rng.randint(3, 8)))


def facts(rng, novelty=0.0):
    """The table of facts of one story. With probability `novelty` some of its words are invented;
    facts["new"] lists them."""
    hero_is_female, friend_is_female = rng.random() < 0.5, rng.random() < 0.5
    hero = rng.choice(words.GIRLS if hero_is_female else words.BOYS)
    friend = rng.choice(words.PETS_F if friend_is_female else words.PETS_M)
    place = rng.choice(list(PLACES))
    problem = rng.choice(list(PROBLEMS))
    letter = PROBLEMS[problem][0]
    story_facts = {
        "hero": hero,
        "friend": friend,
        "place": "the " + place,
        "in": PLACES[place],
        "problem": problem,
        "object": rng.choice([name for name, letters in OBJECTS.items() if letter in letters]),
        "colour": rng.choice(COLOURS),
    }
    child = "girl" if hero_is_female else "boy"
    story_facts["kind"] = child if rng.random() < 0.4 else rng.choice(ANIMALS)
    story_facts["friend_kind"] = rng.choice(ANIMALS)
    story_facts["thief"] = rng.choice(LISTS["thief"])
    story_facts["water"] = "water" if place in WATERSIDE else rng.choice(LISTS["water"])
    story_facts["new"] = []
    if rng.random() < novelty:
        invent(rng, story_facts, hero_is_female, friend_is_female)
    for slot, forms in PRONOUNS.items():
        story_facts[slot] = forms[hero_is_female]
        story_facts["friend_" + slot] = forms[friend_is_female]
    return story_facts


def invent(rng, story_facts, hero_is_female, friend_is_female):
    """Replaces some facts by words outside the grammar, so that a model learns to copy them."""
    for slot, chance in CHANCE_OF_NEW.items():
        if rng.random() >= chance:
            continue
        if slot == "hero":
            word = invented_name(rng, hero_is_female)
        elif slot == "friend":
            word = invented_name(rng, friend_is_female)
        else:
            word = invented_word(rng)
        if slot == "friend" and rng.random() < 0.5:
            # A friend with a hero's name: to be read, never to be written.
            names = words.GIRLS if friend_is_female else words.BOYS
            word = rng.choice([name for name in names if name != story_facts["hero"]])
        elif word in story_facts["new"] or word in KNOWN:
            continue
        story_facts["new"].append(word)
        story_facts[slot] = "the " + word if slot == "place" else word
        if slot == "place":
            story_facts["in"] = rng.choice(("in", "at", "by", "on"))


def fill(rng, template, story_facts):
    def word(match):
        slot = match[1]
        return rng.choice(LISTS[slot]) if slot in FREE else story_facts[slot]

    return with_an(re.sub(r"\{(\w+)\}", word, template))


def compose(rng, story_facts):
    """The sentences of one story about these facts."""
    problem = story_facts["problem"]
    _, posed, solved = PROBLEMS[problem]
    weights = [weight for weight, _, _ in OPENINGS]
    _, opening, room = rng.choices(OPENINGS, weights)[0]
    if problem == "share":
        middle, close = ["thanks for sharing"], SECTIONS["close of sharing"]
        if rng.random() < 0.4:
            middle = []
    else:
        middle = rng.sample(["feel", "offer", "thanks"], rng.randint(0, min(3, room)))
        close = SECTIONS["close"]
        if problem != "heavy":  # then they are at home already
            close = close + SECTIONS["close outdoors"]
    templates = [rng.choice(SECTIONS[section]) for section in opening] + [rng.choice(posed)]
    templates += [rng.choice(SECTIONS[s]) for s in ("feel", "offer") if s in middle]
    templates += [rng.choice(solved)]
    templates += [rng.choice(SECTIONS[s]) for s in ("thanks", "thanks for sharing") if s in middle]
    templates += [rng.choice(close)]
    return [fill(rng, template, story_facts) for template in templates]


def story(rng):
    return " ".join(compose(rng, facts(rng)))


def mentions(word, text):
    return [match.span() for match in re.finditer(rf"\b{word}\b", text)]


def training_story(rng, novelty, remarks):
    """(text, silent, copies): a story and two lists of character ranges.

    A model must cope with what is silent and never learn to say it: the first mention of an
    invented word, and a side remark between the first sentences (with probability `remarks`).
    Copies are later mentions of the story's own facts.
    """
    story_facts = facts(rng, novelty)
    sentences = compose(rng, story_facts)
    silent = []
    if rng.random() < remarks:
        i = rng.choice((0, 0, 1, 1, 2))
        section = "remark before the hero" if i == 0 else "remark"
        sentences.insert(i, fill(rng, rng.choice(SECTIONS[section]), story_facts))
        begin = len(" ".join(sentences[:i])) + (i > 0)
        silent.append((begin, begin + len(sentences[i])))
    text = " ".join(sentences)
    for word in story_facts["new"]:
        silent += mentions(word, text)[:1]
    slots = ["hero", "friend", "colour", "object", "place", "kind", "friend_kind"]
    if story_facts["problem"] == "thief":
        slots.append("thief")
    copies = []
    for slot in slots:
        copies += mentions(story_facts[slot].removeprefix("the "), text)[1:]
    return text, silent, copies


def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    for _ in range(n):
        print(story(rng) + "\n")


if __name__ == "__main__":
    main()
