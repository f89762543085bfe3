#!/usr/bin/env python3
"""The texts about keys: somewhere in a long text a key has a colour, and the last words ask for it.

    python3 -m keys.texts [LENGTH]       prints a few texts

exercises/models/keys/README.md documents the grammar. It is kept so small, random numbers included,
that any language can produce the same texts.
"""

import sys

from tokenizer import BOS, FIRST_TEXT, SPECIAL_PIECES, Tokenizer

WORDS = {
    "COLOUR": "red blue green yellow black white pink gold".split(),
    "THING": "box cup hat door coin ring boat lamp bell".split(),
    "NAME": "tom ann ben sue max eva".split(),
    "DID": "slept sang ran laughed".split(),
    "VERB": "saw took held lost found liked".split(),
    "ADJECTIVE": "old new big small good cold warm soft".split(),
    "PLACE": "park house garden forest street river kitchen school".split(),
    "NOUN": "dog cat bird fish tree ball book stone".split(),
}
FILLER = [
    sentence.split()
    for sentence in (
        "NAME DID .",
        "it was ADJECTIVE .",
        "the NOUN was ADJECTIVE .",
        "NAME went to the PLACE .",
        "NAME VERB the ADJECTIVE NOUN .",
        "one day NAME VERB the NOUN in the PLACE .",
    )
]
SHORTEST = 3  # the shortest sentence: room for fewer words must not be left over
FACT_SIZE = 5  # the THING is COLOUR .
QUESTION = "ask : the key is".split()
AROUND_FACT = FACT_SIZE - 2 + len(QUESTION) - 1  # least distance: the question follows at once
MASK = 2**64 - 1


class Random:
    """xorshift64*, Vigna 2016. Python's own generator would be hard to repeat elsewhere."""

    def __init__(self, seed):
        self.state = (seed * 0x9E3779B97F4A7C15) & MASK

    def below(self, n):
        self.state ^= self.state >> 12
        self.state ^= (self.state << 25) & MASK
        self.state ^= self.state >> 27
        return (((self.state * 0x2545F4914F6CDD1D) & MASK) >> 32) % n

    def choice(self, items):
        return items[self.below(len(items))]


def fits(size, room):
    return size == room or size <= room - SHORTEST


def fill(random, n, colours):
    """Exactly n words of whole sentences; n is 0 or at least 3. One time in four, where it fits, a
    thing gets one of `colours`: a distractor."""
    words = []
    while len(words) < n:
        room = n - len(words)
        if random.below(4) == 0 and fits(FACT_SIZE, room):
            words += ["the", random.choice(WORDS["THING"]), "is", random.choice(colours), "."]
        else:
            sentence = random.choice([s for s in FILLER if fits(len(s), room)])
            words += [random.choice(WORDS[w]) if w in WORDS else w for w in sentence]
    return words


def text(random, length, distance, colour, distractor_colours):
    """The words of a text of `length` tokens, <s> included, that ends in the question. The key's
    colour stands `distance` tokens before the place of the answer."""
    before = fill(random, length - 1 - (distance + 3), distractor_colours)
    after = fill(random, distance - AROUND_FACT, distractor_colours)
    return before + ["the", "key", "is", colour, "."] + after + QUESTION


def pair(random, length, distance):
    """Two texts that differ in the key's colour alone, and the two colours. No distractor has
    either of them."""
    colours = list(WORDS["COLOUR"])
    first = colours.pop(random.below(len(colours)))
    second = colours.pop(random.below(len(colours)))
    words = text(random, length, distance, first, colours)
    place = length - 1 - distance  # <s> is no word
    swapped = words[:place] + [second] + words[place + 1 :]
    return (words, first), (swapped, second)


def training_text(random, length):
    """A text with its answer at the end. The place of the fact is random, and distractors may have
    the key's colour too, so that only the word "key" tells it from them."""
    distances = [
        d
        for d in range(AROUND_FACT, length - 3)
        if fits(0, d - AROUND_FACT) and fits(0, length - 4 - d)
    ]
    colour = random.choice(WORDS["COLOUR"])
    words = text(random, length, random.choice(distances), colour, WORDS["COLOUR"])
    return words + [colour, "."]


def words_of_grammar():
    fixed = [w for s in FILLER for w in s if w not in WORDS] + QUESTION
    return sorted(set(fixed + [w for words in WORDS.values() for w in words]))


def make_tokenizer():
    """One token for each word, under the usual merge algorithm.

    That algorithm joins two neighbouring pieces at a time, so a word is reached only through
    pieces: every beginning of " red" is one, " r", " re", " red". As all of them start with the
    space, a word can only grow from its left end, letter by letter, whatever the scores are.
    """
    words = [" " + word for word in words_of_grammar()]
    letters = sorted(set("".join(words)))
    beginnings = sorted({word[:n] for word in words for n in range(2, len(word) + 1)})
    text_pieces = letters + beginnings
    scores = [0.0] * (FIRST_TEXT + len(letters)) + [-float(i + 1) for i in range(len(beginnings))]
    return Tokenizer(SPECIAL_PIECES + text_pieces, scores)


def encode_words(tokenizer, words):
    """<s> and the tokens, by looking each word up; Tokenizer.encode must give the same."""
    return [BOS] + [tokenizer.ids[" " + word] for word in words]


def main():
    length = int(sys.argv[1]) if len(sys.argv) > 1 else 64
    random = Random(1)
    for _ in range(3):
        for words, answer in pair(random, length, length // 2):
            print(" ".join(words), f"[{answer}]")
        print()


if __name__ == "__main__":
    main()
