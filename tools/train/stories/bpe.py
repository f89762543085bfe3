"""Learns the story model's pieces by byte-pair encoding, and encodes fast, with places in the text.

No piece crosses the border of a chunk (a word with the space before it), so that a text can be
encoded chunk by chunk, from a cache.
"""

import re
from collections import Counter

from tokenizer import FIRST_TEXT, SPECIAL_PIECES, Tokenizer

CHUNK = re.compile(r" ?[A-Za-z]+| ?[^A-Za-z ]+| ")


def join(symbols, left, right):
    """The symbols with every left, right replaced by their union, from the left."""
    joined, i = [], 0
    while i < len(symbols):
        if symbols[i : i + 2] == [left, right]:
            joined.append(left + right)
            i += 2
        else:
            joined.append(symbols[i])
            i += 1
    return joined


def train(texts, vocab_size):
    """Merges the most frequent pair of neighbours until there are enough pieces. The score of a
    piece is minus its rank, so that encoding repeats the merges in the order of training."""
    counts = Counter(chunk for text in texts for chunk in CHUNK.findall(" " + text))
    symbols = {chunk: list(chunk) for chunk in counts}
    pairs, where = Counter(), {}

    def count(chunk, sign):
        for pair in zip(symbols[chunk], symbols[chunk][1:]):
            pairs[pair] += sign * counts[chunk]
            where.setdefault(pair, {})[chunk] = None  # an ordered set

    for chunk in counts:
        count(chunk, 1)
    letters = sorted({letter for chunk in counts for letter in chunk if letter.isascii()})
    pieces = SPECIAL_PIECES + letters
    scores = [0.0] * len(pieces)
    while len(pieces) < vocab_size:
        (left, right), frequency = max(pairs.items(), key=lambda item: (item[1], item[0]))
        if frequency < 1:
            break
        scores.append(scores[-1] - 1)
        pieces.append(left + right)
        for chunk in list(where[left, right]):
            count(chunk, -1)
            symbols[chunk] = join(symbols[chunk], left, right)
            count(chunk, 1)
    return Tokenizer(pieces, scores)


class Encoder:
    """Equal to Tokenizer.encode, but fast, and it says where each token ends."""

    def __init__(self, tokenizer):
        self.tokenizer = tokenizer
        self.cache = {}

    def encode(self, text):
        """(ids, ends): token i covers the characters up to ends[i] of the text."""
        ids, ends, place = [], [], -1  # the space in front is no character of the text
        for chunk in CHUNK.findall(" " + text):
            if chunk not in self.cache:
                self.cache[chunk] = self.tokenizer.merge(chunk)
            for token in self.cache[chunk]:
                if token >= FIRST_TEXT:
                    place += len(self.tokenizer.pieces[token])
                else:  # a byte; those that continue a character are 0x80..0xBF
                    place += not 0x80 <= token - 3 < 0xC0
                ids.append(token)
                ends.append(place)
        return ids, ends
