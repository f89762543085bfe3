#!/usr/bin/env python3
"""Trains the story model on stories from grammar.py; nothing else is read.

    python3 -m stories.train OUT       writes config.json, model.safetensors, tokenizer.bin

WORKERS processes take a batch each in every step and average their gradients; so their number is
part of the recipe.
"""

import argparse
import math
import multiprocessing
import random
import time
from pathlib import Path

import llama  # before torch: it sets the threads
import torch

from checkpoint import llama_config, write_config, write_weights
from stories import bpe, grammar
from tokenizer import BOS, EOS, write_tokenizer

SEED = 1
VOCAB_SIZE, TOKENIZER_STORIES = 1024, 8000
HIDDEN_SIZE, INTERMEDIATE_SIZE, N_LAYERS, N_HEADS, N_KV_HEADS = 128, 344, 4, 4, 2
CONTEXT = 256
STEPS, WORKERS = 3300, 2
BATCH = 16  # stories of about one length
LONG_BATCH = 6  # rows of CONTEXT tokens, filled with one story after the other
LONG_SHARE = 0.2  # share of stories in long rows, so that all positions are trained
POOL = 320  # stories drawn at a time and sorted by length
COPY_WEIGHT = 3.0  # of tokens that repeat a fact: else free choices drown these few
NOVELTY, REMARKS = 0.25, 0.10  # see grammar.training_story
RATE, LAST_RATE, WARMUP = 3e-3, 0.03, 60  # cosine from RATE to RATE * LAST_RATE
BETAS, WEIGHT_DECAY, MAX_NORM, ADAM_EPS = (0.9, 0.95), 0.1, 1.0, 1e-8
VALIDATION_STORIES = 200


def weighted_tokens(encoder, text, silent=(), copies=()):
    """<s> tokens </s>, and the weight of each as a target: 0 where any part of it is silent,
    COPY_WEIGHT where a part is a copy, else 1."""
    marks = [1.0] * len(text)
    for ranges, mark in ((copies, COPY_WEIGHT), (silent, 0.0)):
        for begin, end in ranges:
            marks[begin:end] = [mark] * (end - begin)
    ids, ends = encoder.encode(text)
    weights, begin = [], 0
    for end in ends:
        covered = marks[begin:end] or [marks[min(begin, len(marks) - 1)]]
        weights.append(0.0 if 0.0 in covered else max(covered))
        begin = max(end, 0)
    return [BOS] + ids + [EOS], [0.0] + weights + [1.0]


def batches(encoder, rng):
    """Endless pairs (tokens, weights), each (rows, seq_len + 1)."""
    row_size = CONTEXT + 1
    stream, stream_weights = [], []
    while True:
        pool = [
            weighted_tokens(encoder, *grammar.training_story(rng, NOVELTY, REMARKS))
            for _ in range(POOL)
        ]
        drawn = []
        n_long = int(POOL * LONG_SHARE)
        for ids, weights in pool[:n_long]:
            if stream:
                weights[0] = 1.0  # that <s> follows </s> is learned too
            stream += ids
            stream_weights += weights
        while len(stream) >= LONG_BATCH * row_size:
            size = LONG_BATCH * row_size
            rows = torch.tensor(stream[:size]), torch.tensor(stream_weights[:size])
            drawn.append(tuple(row.view(LONG_BATCH, row_size) for row in rows))
            stream, stream_weights = stream[size:], stream_weights[size:]
        short = [story for story in pool[n_long:] if len(story[0]) <= row_size]
        short.sort(key=lambda story: len(story[0]))
        for i in range(0, len(short) - BATCH + 1, BATCH):
            drawn.append(padded(short[i : i + BATCH]))
        rng.shuffle(drawn)
        yield from drawn


def padded(stories):
    length = max(len(ids) for ids, _ in stories)
    tokens = [ids + [EOS] * (length - len(ids)) for ids, _ in stories]
    weights = [weights + [0.0] * (length - len(weights)) for _, weights in stories]
    return torch.tensor(tokens), torch.tensor(weights)


def weighted_loss(model, tokens, weights):
    weights = weights[:, 1:].flatten()
    keep = weights.nonzero()[:, 0]
    logits = model(tokens[:, :-1], keep=keep)
    return llama.CrossEntropy.apply(logits, tokens[:, 1:].flatten()[keep], weights[keep])


class Validation:
    def __init__(self, encoder):
        rng = random.Random(999)
        stories = [grammar.story(rng) for _ in range(VALIDATION_STORIES)]
        self.tokens, self.weights = padded([weighted_tokens(encoder, text) for text in stories])

    @torch.no_grad()
    def nats_per_story(self, model):
        total = 0.0
        for tokens, weights in zip(self.tokens.split(50), self.weights.split(50)):
            total += weighted_loss(model, tokens, weights).item() * weights.sum().item()
        return total / VALIDATION_STORIES


class Trainer:
    """AdamW on one flat vector: averaging gradients between processes is then one line."""

    def __init__(self, model):
        self.model = model
        parameters = list(model.parameters())
        self.values = torch.cat([p.data.flatten() for p in parameters])
        self.grad = torch.zeros_like(self.values)
        self.decay = torch.cat(
            [torch.full((p.numel(),), WEIGHT_DECAY if p.dim() > 1 else 0.0) for p in parameters]
        )
        begin = 0
        for p in parameters:
            end = begin + p.numel()
            p.data = self.values[begin:end].view_as(p)
            p.grad = self.grad[begin:end].view_as(p)
            begin = end
        self.mean, self.square = torch.zeros_like(self.values), torch.zeros_like(self.values)
        # Two buffers in turn: a fast worker may write the next step's gradient at once.
        self.shared = torch.zeros(2, WORKERS, len(self.values)).share_memory_()
        self.fork = multiprocessing.get_context("fork")
        self.barrier = self.fork.Barrier(WORKERS)

    def step(self, i, rank, batch):
        self.grad.zero_()
        loss = weighted_loss(self.model, *batch)
        loss.backward()
        shared = self.shared[i % 2]
        shared[rank].copy_(self.grad)
        self.barrier.wait()
        torch.mean(shared, 0, out=self.grad)
        self.grad.mul_(min(1.0, MAX_NORM / (self.grad.norm().item() + 1e-6)))
        cosine = 0.5 * (1 + math.cos(math.pi * i / STEPS))
        rate = RATE * min(1, (i + 1) / WARMUP) * (LAST_RATE + (1 - LAST_RATE) * cosine)
        self.mean.mul_(BETAS[0]).add_(self.grad, alpha=1 - BETAS[0])
        self.square.mul_(BETAS[1]).addcmul_(self.grad, self.grad, value=1 - BETAS[1])
        deviation = (self.square / (1 - BETAS[1] ** (i + 1))).sqrt_().add_(ADAM_EPS)
        self.values.mul_(1 - rate * self.decay)
        self.values.addcdiv_(self.mean, deviation, value=-rate / (1 - BETAS[0] ** (i + 1)))
        return loss.item()

    def work(self, rank, encoder, validation=None):
        """Every worker makes the same update of its own copy of the model."""
        stream = batches(encoder, random.Random(SEED * 1000 + rank))
        start = time.time()
        for i in range(STEPS):
            loss = self.step(i, rank, next(stream))
            if validation and (i % 200 == 0 or i == STEPS - 1):
                nats = validation.nats_per_story(self.model)
                progress = f"step {i:4}  loss {loss:.3f}  validation {nats:.3f} nats per story"
                print(f"{progress}  {time.time() - start:.0f} s", flush=True)

    def run(self, encoder):
        others = [
            self.fork.Process(target=self.work, args=(rank, encoder)) for rank in range(1, WORKERS)
        ]
        for process in others:
            process.start()
        self.work(0, encoder, Validation(encoder))
        for process in others:
            process.join()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    arguments = parser.parse_args()

    rng = random.Random(12345)
    tokenizer = bpe.train(
        [grammar.training_story(rng, 0.1, REMARKS)[0] for _ in range(TOKENIZER_STORIES)], VOCAB_SIZE
    )
    config = llama_config(
        vocab_size=len(tokenizer.pieces),
        hidden_size=HIDDEN_SIZE,
        intermediate_size=INTERMEDIATE_SIZE,
        num_hidden_layers=N_LAYERS,
        num_attention_heads=N_HEADS,
        num_key_value_heads=N_KV_HEADS,
        head_dim=HIDDEN_SIZE // N_HEADS,
        max_position_embeddings=CONTEXT,
    )
    torch.manual_seed(SEED)
    model = llama.Llama(config)
    print(f"{llama.n_parameters(model)} parameters", flush=True)
    Trainer(model).run(bpe.Encoder(tokenizer))

    arguments.out.mkdir(parents=True, exist_ok=True)
    write_config(arguments.out / "config.json", config)
    write_tokenizer(arguments.out / "tokenizer.bin", tokenizer)
    weights = {name: value.detach().numpy() for name, value in model.named_parameters()}
    write_weights(arguments.out / "model.safetensors", weights)


if __name__ == "__main__":
    main()
