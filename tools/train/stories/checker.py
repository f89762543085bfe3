#!/usr/bin/env python3
"""Judges stories by the grammar that told them.

    python3 -m stories.checker [FILE]       reads stories, one in each block of lines
    python3 -m stories.checker --selftest   judges 20000 stories of the grammar, whole and damaged

parses      the text is a legal sequence of sentences
consistent  also no fact changes: names, pronouns, sex, species, colour, object, place; and the
            problem posed is the one solved
sensible    also nothing that the grammar would never say: a shoe too heavy to carry

Each sentence's template becomes a regular expression that accepts any value in each slot; the
values found are then compared. Without FILE, stories come from standard input; blank lines part
them.
"""

import random
import re
import sys
from typing import NamedTuple

from stories import grammar, words
from stories.grammar import OPENINGS, PROBLEMS, SECTIONS
from stories.words import FREE, LISTS, OBJECTS, PLACES, PRONOUNS, WATERSIDE

MOST_READINGS = 500
FEMALE_NAMES = set(words.GIRLS + words.PETS_F)
MALE_NAMES = set(words.BOYS + words.PETS_M)


class Verdict(NamedTuple):
    parses: bool
    consistent: bool
    sensible: bool
    fault: str
    facts: dict


class Pattern(NamedTuple):
    regex: re.Pattern
    slots: list
    problem: str  # None outside the sentences that pose or solve a problem


class Step(NamedTuple):
    section: str
    problem: str
    values: list  # (slot, text found) pairs


def owner(slot):
    """("friend", "he") for "friend_he", ("hero", "he") for "he", (None, slot) for other slots."""
    if slot in PRONOUNS:
        return "hero", slot
    if slot.removeprefix("friend_") in PRONOUNS:
        return "friend", slot.removeprefix("friend_")
    return None, slot


def choices(slot):
    """A regular expression of what may stand in a slot."""
    if slot in ("hero", "friend"):
        return r"([^\W\d_]+)"
    if slot == "place":
        return "(the (?:" + "|".join(PLACES) + "))"
    if slot == "in":
        return "(in|by|on|at)"
    who, pronoun = owner(slot)
    values = PRONOUNS[pronoun] if who else LISTS[slot]
    return "(" + "|".join(sorted(map(re.escape, values), key=len, reverse=True)) + ")"


def compile_template(template, problem=None):
    parts = re.split(r"\{(\w+)\}", template)  # text, slot, text, slot, ..., text
    regex = re.escape(parts[0])
    for slot, text in zip(parts[1::2], parts[2::2]):
        regex += choices(slot) + re.escape(text)
    return Pattern(re.compile(regex + "(?: |$)"), parts[1::2], problem)


def compile_sections():
    patterns = {
        title: [compile_template(template) for template in templates]
        for title, templates in SECTIONS.items()
        if not title.startswith(("problem", "solution", "remark"))
    }
    for part, title in ((1, "problem"), (2, "solution")):
        patterns[title] = [
            compile_template(template, problem)
            for problem, entry in PROBLEMS.items()
            for template in entry[part]
        ]
    return patterns


def plans():
    """A tree of every legal sequence of sections; the key None marks an end."""
    tree = {}
    for _, opening, room in OPENINGS:
        for before in ([], ["feel"], ["offer"], ["feel", "offer"]):
            for after in ([], ["thanks"], ["thanks for sharing"]):
                if len(before) + len(after) > room:
                    continue
                for close in ("close", "close outdoors", "close of sharing"):
                    node = tree
                    plan = opening + ["problem"] + before + ["solution"] + after + [close]
                    for section in plan:
                        node = node.setdefault(section, {})
                    node[None] = {}
    return tree


PATTERNS = compile_sections()
PLANS = plans()


def readings(text):
    """All ways to read the text by the grammar, each a list of steps."""
    unfinished, found = [(0, PLANS, [])], []
    while unfinished and len(found) < MOST_READINGS:
        begin, node, steps = unfinished.pop()
        if begin >= len(text):
            if None in node:
                found.append(steps)
            continue
        for section, following in node.items():
            for pattern in PATTERNS.get(section, []):
                match = pattern.regex.match(text, begin)
                if match:
                    values = list(zip(pattern.slots, match.groups()))
                    step = Step(section, pattern.problem, values)
                    unfinished.append((match.end(), following, steps + [step]))
    return found


class Contradiction(Exception):
    pass


def demand(known, key, value, fault):
    """The first value seen is the one that all later ones must equal."""
    if known.setdefault(key, value) != value:
        raise Contradiction(fault)


def judge(steps):
    """(what is odd or "", facts) of one reading; raises Contradiction."""
    known, is_female, problem, odd = {}, {}, None, ""
    for step in steps:
        if step.problem:
            if problem and step.problem != problem:
                raise Contradiction(f"problem {problem}, solution {step.problem}")
            problem = step.problem
        for_helping = ("thanks", "close", "close outdoors", "feel", "offer")
        if step.section in for_helping and problem == "share":
            raise Contradiction("help, where it was about sharing")
        if step.section.endswith("sharing") and problem != "share":
            raise Contradiction(f"an end about sharing, where the problem was {problem}")
        if step.section == "close outdoors" and problem == "heavy":
            odd = "outdoors after going home"
        for slot, value in step.values:
            who, pronoun = owner(slot)
            if who:
                female = value == PRONOUNS[pronoun][1]
                demand(is_female, who, female, f"pronoun of the {who}")
            elif slot not in FREE:
                demand(known, slot, value, slot)

    for who, kind in (("hero", known.get("kind")), ("friend", known.get("friend_kind"))):
        name = known.get(who)
        if name in FEMALE_NAMES or name in MALE_NAMES:
            demand(is_female, who, name in FEMALE_NAMES, f"sex of the {who}")
        if kind in ("girl", "boy"):
            demand(is_female, who, kind == "girl", f"sex of the {who}")
    if known.get("hero") == known.get("friend"):
        raise Contradiction("the hero is the friend")

    place, thing = known.get("place", "").removeprefix("the "), known["object"]
    if "in" in known and PLACES[place] != known["in"]:
        raise Contradiction("preposition")
    if place in WATERSIDE and known.get("water", "water") != "water":
        odd = f"{known['water']} at the {place}"
    if PROBLEMS[problem][0] not in OBJECTS[thing]:
        odd = f"{thing}: {problem}"
    return odd, {**known, "problem": problem, "sentences": len(steps)}


def check(text):
    """The verdict on the kindest reading of a story."""
    text = text.strip()
    plain = grammar.without_an(text)
    if grammar.with_an(plain) != text:
        return Verdict(False, False, False, "a or an", {})
    contradictions, odd_verdicts = [], []
    for steps in readings(plain):
        try:
            odd, facts = judge(steps)
        except Contradiction as contradiction:
            contradictions.append(str(contradiction))
            continue
        if not odd:
            return Verdict(True, True, True, "", facts)
        odd_verdicts.append(Verdict(True, True, False, odd, facts))
    if odd_verdicts:
        return odd_verdicts[0]
    if contradictions:
        return Verdict(True, False, False, contradictions[0], {})
    return Verdict(False, False, False, "no legal sequence of sentences", {})


def shares(verdicts):
    """{"parse": ..., "consistent": ..., "sensible": ...}"""
    n = max(1, len(verdicts))
    return {
        "parse": sum(v.parses for v in verdicts) / n,
        "consistent": sum(v.consistent for v in verdicts) / n,
        "sensible": sum(v.sensible for v in verdicts) / n,
    }


def selftest(n=20000):
    """Every story must be sensible; a damaged one must be noticed. Some damages are not: they make
    another legal story."""
    rng, distinct, missed, damaged = random.Random(4), set(), 0, 0
    everything = {
        "colour": words.COLOURS,
        "object": list(OBJECTS),
        "hero": words.GIRLS + words.BOYS,
        "friend": words.PETS_F + words.PETS_M,
    }
    for _ in range(n):
        story = grammar.story(rng)
        verdict = check(story)
        assert verdict.sensible, (story, verdict)
        distinct.add(story)
        for slot, values in everything.items():
            value = verdict.facts[slot]
            places = grammar.mentions(value, story)
            if len(places) < 2:
                continue
            taken = (value, verdict.facts["hero"], verdict.facts["friend"])
            begin, end = rng.choice(places)
            other = rng.choice([v for v in values if v not in taken])
            swapped = grammar.without_an(story[:begin] + other + story[end:])
            damaged += 1
            missed += check(grammar.with_an(swapped)).consistent
        tokens = story.split()
        for cut in (story[:-1], story + " The end", " ".join(tokens[:10] + tokens[11:])):
            damaged += 1
            missed += check(cut).parses
    print(f"{n} stories, {len(distinct)} distinct, all sensible")
    print(f"{missed} of {damaged} damages missed")


def main():
    if sys.argv[1:] == ["--selftest"]:
        selftest()
        return 0
    if len(sys.argv) > 1:
        with open(sys.argv[1], encoding="utf-8") as file:
            text = file.read()
    else:
        text = sys.stdin.read()
    blocks = [" ".join(block.split()) for block in re.split(r"\n\s*\n", text) if block.strip()]
    verdicts = [check(block) for block in blocks]
    for i, verdict in enumerate(verdicts):
        if not verdict.sensible:
            print(f"story {i + 1}: {verdict.fault}")
    figures = ", ".join(f"{name} {share:.3f}" for name, share in shares(verdicts).items())
    print(f"{len(blocks)} stories: {figures}")
    return 0 if blocks and all(verdict.consistent for verdict in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
