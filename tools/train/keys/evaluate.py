#!/usr/bin/env python3
"""Measures how well the keys model answers, inside and beyond its training length.

    python3 -m keys.evaluate [FOLDER] [--seed N]     prints the tables of its README, then the gates

FOLDER is exercises/models/keys unless given; the seed makes the texts, none of them trained on. In
the first table and the gates the fact stands in mid text. A pair is one text with the key's colour
swapped; it counts only if both answers are right, so a model that guesses, or that cannot see the
fact, gets nothing.
"""

import argparse
import operator
import sys
from pathlib import Path

import llama  # before torch: it sets the threads
import torch

import rope
from keys import texts

SHIPPED = Path(__file__).resolve().parents[3] / "exercises" / "models" / "keys"
FACTORS = (1, 1.5, 2, 3, 4)
DISTANCES = {1: (7, 16, 32, 48, 60), 4: (7, 16, 32, 64, 128, 192, 252)}  # factor: tokens
PAIRS, BATCH = 200, 20
GATES = (  # all of the paired score
    ("plain", 1, ">=", 0.99),
    ("plain", 4, "<=", 0.40),
    ("yarn", 2, ">=", 0.95),
    ("yarn", 4, ">=", 0.70),
)
RELATIONS = {">=": operator.ge, "<=": operator.le}


def rows(tokenizer, length, distance, seed):
    """PAIRS * 2 texts and answers; the two of a pair are neighbours."""
    random = texts.Random(seed + length)
    both = [text for _ in range(PAIRS) for text in texts.pair(random, length, distance)]
    ids = [texts.encode_words(tokenizer, words) for words, _ in both]
    answers = [tokenizer.ids[" " + colour] for _, colour in both]
    return torch.tensor(ids), torch.tensor(answers)


@torch.no_grad()
def accuracy(model, ids, answers, method, factor):
    """(share of pairs with both right, share of texts right); the answer is the best of all
    tokens, not only of the colours."""
    model.set_rope(ids.shape[1], method, factor)
    last = torch.arange(BATCH) * ids.shape[1] + ids.shape[1] - 1
    logits = torch.cat([model(part, keep=last) for part in ids.split(BATCH)])
    right = (logits.argmax(-1) == answers).double()
    return right.view(-1, 2).min(-1)[0].mean().item(), right.mean().item()


def measure(model, tokenizer, seed):
    """{(method, factor): (paired, single)}"""
    cells = {}
    for factor in FACTORS:
        length = int(model.config["max_position_embeddings"] * factor)
        ids, answers = rows(tokenizer, length, length // 2, seed)
        for method in rope.METHODS:
            if method == "plain" or factor > 1:  # at factor 1 all methods are the same
                cells[method, factor] = accuracy(model, ids, answers, method, factor)
    return cells


def print_table(cells):
    print(f"Paired accuracy, {PAIRS} pairs; in brackets the share of single texts right.\n")
    print("| text length | " + " | ".join(rope.METHODS) + " |")
    print("|---" * (1 + len(rope.METHODS)) + "|")
    for factor in FACTORS:
        row = [f"{factor:g}x"]
        for method in rope.METHODS:
            cell = cells.get((method, factor))
            row.append(f"{cell[0]:.2f} ({cell[1]:.2f})" if cell else "–")
        print("| " + " | ".join(row) + " |")
    print()


def print_distances(model, tokenizer, seed):
    print("| text length | tokens from the fact to the answer | plain | yarn |\n|---|---|---|---|")
    for factor, distances in DISTANCES.items():
        length = model.config["max_position_embeddings"] * factor
        for distance in distances:
            ids, answers = rows(tokenizer, length, distance, seed)
            scores = [accuracy(model, ids, answers, m, factor)[0] for m in ("plain", "yarn")]
            print(f"| {factor}x | {distance} | {scores[0]:.2f} | {scores[1]:.2f} |")
    print()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", default=SHIPPED)
    parser.add_argument("--seed", type=int, default=20240)
    arguments = parser.parse_args()

    model, tokenizer = llama.load(arguments.folder)
    cells = measure(model, tokenizer, arguments.seed)
    print_table(cells)
    print_distances(model, tokenizer, arguments.seed)
    n_failed = 0
    for method, factor, relation, bound in GATES:
        paired, _ = cells[method, factor]
        holds = RELATIONS[relation](paired, bound)
        n_failed += not holds
        verdict = "holds" if holds else "FAILS"
        print(f"gate {verdict}: {method} at {factor}x, paired {paired:.3f} {relation} {bound}")
    return 1 if n_failed else 0


if __name__ == "__main__":
    sys.exit(main())
