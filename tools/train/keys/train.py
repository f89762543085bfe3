#!/usr/bin/env python3
"""Trains the keys model on texts from texts.py; nothing else is read.

    python3 -m keys.train OUT --seed 4        writes config.json, model.safetensors, tokenizer.bin

Seeds differ much in how the model fails beyond its training length: keys.evaluate decides whether
to keep one.
"""

import argparse
import math
import time
from pathlib import Path

import llama  # before torch: it sets the threads
import torch

from checkpoint import llama_config, write_config, write_weights
from keys import texts
from tokenizer import EOS, write_tokenizer

HIDDEN_SIZE, INTERMEDIATE_SIZE, N_LAYERS, N_HEADS, N_KV_HEADS = 64, 176, 4, 4, 2
TRAINING_LENGTH = 64
SHORTEST_TEXT = 20
STEPS, BATCH = 1200, 32
RATE, LAST_RATE, WARMUP = 2e-3, 0.1, 60  # cosine from RATE to RATE * LAST_RATE
BETAS, WEIGHT_DECAY, MAX_NORM = (0.9, 0.95), 0.05, 1.0
ANSWER_WEIGHT, OTHER_WEIGHT = 4.0, 0.2  # most tokens are filler, and its choices are free


def batch(random, tokenizer):
    """Tokens and weights, (BATCH, at most TRAINING_LENGTH + 1), and the place of the answers.

    All texts of a batch have one length, so nothing is padded. Each holds one question, at its end:
    a second one could be answered by copying the first answer. What follows the answer, " ." and
    </s>, is kept as far as it fits, so that a decoder stops by itself.
    """
    length = TRAINING_LENGTH
    if random.below(2) == 0:
        length = SHORTEST_TEXT + random.below(TRAINING_LENGTH - SHORTEST_TEXT)
    rows = []
    for _ in range(BATCH):
        ids = texts.encode_words(tokenizer, texts.training_text(random, length)) + [EOS]
        rows.append(ids[: TRAINING_LENGTH + 1])
    tokens = torch.tensor(rows)
    weights = torch.full(tokens.shape, OTHER_WEIGHT)
    weights[:, length] = ANSWER_WEIGHT
    return tokens, weights, length


def losses(model, tokens, weights, length):
    """The weighted loss, and the answers' mean negative log-probability."""
    logits = model(tokens[:, :-1])
    targets = tokens[:, 1:]
    loss = llama.CrossEntropy.apply(
        logits.flatten(0, 1), targets.flatten(), weights[:, 1:].flatten()
    )
    log_probs = logits[:, length - 1].detach().log_softmax(-1)
    return loss, -log_probs.gather(1, tokens[:, length, None]).mean().item()


def train(model, random, tokenizer):
    optimizer = torch.optim.AdamW(
        model.parameters(), lr=RATE, betas=BETAS, weight_decay=WEIGHT_DECAY
    )
    start = time.time()
    for step in range(STEPS):
        cosine = 0.5 * (1 + math.cos(math.pi * step / STEPS))
        rate = RATE * min(1, (step + 1) / WARMUP) * (LAST_RATE + (1 - LAST_RATE) * cosine)
        for group in optimizer.param_groups:
            group["lr"] = rate
        loss, answer = losses(model, *batch(random, tokenizer))
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), MAX_NORM)
        optimizer.step()
        if step % 100 == 0 or step == STEPS - 1:
            seconds = time.time() - start
            progress = f"step {step:4}  loss {loss.item():.3f}  answer {answer:.4f}"
            print(f"{progress}  {seconds:.0f} s", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=4)
    arguments = parser.parse_args()

    tokenizer = texts.make_tokenizer()
    config = llama_config(
        vocab_size=len(tokenizer.pieces),
        hidden_size=HIDDEN_SIZE,
        intermediate_size=INTERMEDIATE_SIZE,
        num_hidden_layers=N_LAYERS,
        num_attention_heads=N_HEADS,
        num_key_value_heads=N_KV_HEADS,
        head_dim=HIDDEN_SIZE // N_HEADS,
        max_position_embeddings=TRAINING_LENGTH,
    )
    torch.manual_seed(arguments.seed)
    model = llama.Llama(config)
    print(f"seed {arguments.seed}, {llama.n_parameters(model)} parameters", flush=True)
    train(model, texts.Random(arguments.seed), tokenizer)

    arguments.out.mkdir(parents=True, exist_ok=True)
    write_config(arguments.out / "config.json", config)
    write_tokenizer(arguments.out / "tokenizer.bin", tokenizer)
    weights = {name: value.detach().numpy() for name, value in model.named_parameters()}
    write_weights(arguments.out / "model.safetensors", weights)


if __name__ == "__main__":
    main()
