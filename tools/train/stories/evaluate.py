#!/usr/bin/env python3
"""Lets the story model write, and has the checker judge what it wrote.

    python3 -m stories.evaluate [FOLDER] [--samples N] [--seed N] [--show N]

FOLDER is exercises/models/stories unless given. Four tests, a row each:

    sampled, T 0.8, top-p 0.95   N stories from nothing: the figures that count
    sampled, T 1.0               N / 2 stories from nothing
    greedy, known openings       50 stories continued from the first words of fresh ones
    greedy, unknown words        50 stories about names, objects, animals outside the grammar
"""

import argparse
import random
import re
from pathlib import Path

import llama  # before torch: it sets the threads
import torch

from stories import checker, grammar
from stories.words import COLOURS
from tokenizer import BOS, EOS

SHIPPED = Path(__file__).resolve().parents[3] / "exercises" / "models" / "stories"
N_GREEDY = 50
GIRLS = """
    Zorka Priya Chloé Yuki Guadalupe Xiomara Aoife Ngozi Tallulah Esmeralda Ingrid Beatrix Svetlana
""".split()
BOYS = """
    Ahmed Bartholomew Sven Kofi Björn Dmitri Fitzgerald Wolfgang Quentin Rajesh Leonardo Muhammad
""".split()
OBJECTS = """
    dinosaur skateboard teapot telescope sandwich violin rocket carrot laptop umbrella compass banjo
    snowball submarine necklace toothbrush
""".split()
ANIMALS = "dragon unicorn elephant giraffe wizard princess robot lion hamster crocodile".split()
STAND_INS = "ball hat lantern wagon doll basket scarf book".split()  # some object for each problem


def choose(logits, temperature, top_p, generator):
    """The next token of each row; temperature 0 is greedy."""
    if temperature == 0:
        return logits.argmax(-1)
    probs, order = (logits / temperature).softmax(-1).sort(-1, descending=True)
    probs = probs * (probs.cumsum(-1) - probs < top_p)
    return order.gather(1, torch.multinomial(probs, 1, generator=generator))[:, 0]


@torch.no_grad()
def generate(model, tokenizer, prompts, temperature=0.0, top_p=1.0, seed=0):
    """Continues each prompt until </s> or a full context. Prompts of one length go together."""
    generator = torch.Generator().manual_seed(seed)
    starts = [[BOS] + tokenizer.encode(prompt) for prompt in prompts]
    stories = [None] * len(prompts)
    for length in sorted({len(start) for start in starts}):
        members = [i for i, start in enumerate(starts) if len(start) == length]
        tokens = torch.tensor([starts[i] for i in members])
        rows, caches = tokens, [[] for _ in model.model.layers]
        while rows.shape[1] < model.config["max_position_embeddings"]:
            logits = model(tokens, caches)[:, -1]
            tokens = choose(logits, temperature, top_p, generator)[:, None]
            rows = torch.cat((rows, tokens), 1)
            if (rows == EOS).any(1).all():
                break
        for i, ids in zip(members, rows.tolist()):
            end = ids.index(EOS) if EOS in ids else len(ids)
            stories[i] = tokenizer.decode(ids[:end])
    return stories


def known_openings(n):
    """The first words or sentences of stories that were not trained on."""
    rng, openings = random.Random(4242), []
    for i in range(n):
        sentences = grammar.compose(rng, grammar.facts(rng))
        words = sentences[0].split()
        half = " ".join(words[: max(2, len(words) // 2)])
        openings.append([sentences[0], sentences[0], " ".join(sentences[:2]), half][i % 4])
    return openings


def unknown_openings(n):
    """(opening, name, object or False, animal or False), all outside the grammar."""
    rng, openings = random.Random(77), []
    for i in range(n):
        is_girl, nth = i % 2 == 0, i // 2
        name = (GIRLS if is_girl else BOYS)[nth % (len(GIRLS) if is_girl else len(BOYS))]
        friend = (BOYS if is_girl else GIRLS)[nth % 12]
        child, he, his = ("girl", "She", "her") if is_girl else ("boy", "He", "his")
        thing, animal = OBJECTS[i % len(OBJECTS)], ANIMALS[i % len(ANIMALS)]
        colour = rng.choice(COLOURS)
        text, has_thing, has_animal = (
            (f"Once upon a time there was a kind {child} named {name}.", False, False),
            (f"{name} the {child} had a {colour} {thing}.", True, False),
            (
                f"Once there was a brave {animal} called {name}. {he} had a {colour} {thing}.",
                True,
                True,
            ),
            (f"{name} the {animal} and {friend} the rabbit were best friends.", False, True),
            (
                f"One sunny day, a happy {animal} named {name} went to the forest"
                f" with {his} {colour} {thing}.",
                True,
                True,
            ),
        )[i % 5]
        shown_thing, shown_animal = has_thing and thing, has_animal and animal
        openings.append((grammar.with_an(text), name, shown_thing, shown_animal))
    return openings


def check_unknown(story, thing, animal):
    """The best verdict with known words in place of the unknown ones."""
    plain = grammar.without_an(story)
    if animal:
        plain = re.sub(rf"\b{animal}\b", "rabbit", plain)
    versions = [plain]
    if thing:
        versions = [re.sub(rf"\b{thing}\b", known, plain) for known in STAND_INS]
    verdicts = [checker.check(grammar.with_an(version)) for version in versions]
    return max(verdicts, key=lambda verdict: verdict[:3])


def print_row(title, stories, verdicts):
    shares = " | ".join(f"{share:.3f}" for share in checker.shares(verdicts).values())
    print(f"| {title} | {len(stories)} | {shares} | {len(set(stories))} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", default=SHIPPED)
    parser.add_argument("--samples", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--show", type=int, default=0, help="print the first stories sampled")
    arguments = parser.parse_args()
    model, tokenizer = llama.load(arguments.folder)

    def sample(n, temperature, top_p, seed):
        return generate(model, tokenizer, [""] * n, temperature, top_p, seed)

    print("| test | n | parse | consistent | sensible | distinct |")
    print("|---|---|---|---|---|---|")
    sampled = sample(arguments.samples, 0.8, 0.95, arguments.seed)
    print_row("sampled, T 0.8, top-p 0.95", sampled, [checker.check(s) for s in sampled])
    hot = sample(arguments.samples // 2, 1.0, 1.0, arguments.seed + 1)
    print_row("sampled, T 1.0", hot, [checker.check(s) for s in hot])
    known = generate(model, tokenizer, known_openings(N_GREEDY))
    print_row("greedy, known openings", known, [checker.check(s) for s in known])
    openings = unknown_openings(N_GREEDY)
    unknown = generate(model, tokenizer, [opening for opening, *_ in openings])
    verdicts = [
        check_unknown(story, thing, animal)
        for story, (_, _, thing, animal) in zip(unknown, openings)
    ]
    print_row("greedy, unknown words", unknown, verdicts)
    n_names = sum(name in s[len(opening) :] for s, (opening, name, *_) in zip(unknown, openings))
    print(f"\nThe unknown name comes again unchanged in {n_names} of {len(unknown)} stories.")
    for story in sampled[: arguments.show]:
        verdict = checker.check(story)
        print("\n" + story + ("" if verdict.sensible else f" [{verdict.fault}]"))


if __name__ == "__main__":
    main()
