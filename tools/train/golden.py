#!/usr/bin/env python3
"""The second opinion on both models: a forward pass in numpy alone, float64, without a cache.

    python3 -m golden             writes golden/stories.json and golden/keys.json
    python3 -m golden --torch     compares its logits with those of llama.py instead

Each line of the files holds a "prompt", its "prompt_ids", and "runs": "method" and "factor" of RoPE
(rope.py), "greedy_ids" (up to </s>), their "text", "smallest_margin" (between the best and the
second logit of a greedy step: float32 must stay below half of it), and "first_top5", [id, logit]
of the first step.
"""

import argparse
import json
from pathlib import Path

import numpy as np

import rope
from checkpoint import read_config, read_weights
from keys import texts
from tokenizer import BOS, EOS, read_tokenizer

HERE = Path(__file__).resolve().parent
MODELS = HERE.parents[1] / "exercises" / "models"
STORY_PROMPTS = [
    "",
    "Once upon a time",
    "Lily the girl had a red ball.",
    "One sunny day, Tom",
    "Max was a brave fox who loved to sing.",
    "Zoë had 2 kites!",
]
KEY_TEXTS = ((64, ["plain"]), (256, rope.METHODS))  # length, methods
ODD_KEY_PROMPT = "Zoë's reddish key : it is"  # known words, single letters and bytes
LONGEST_ANSWER = 3  # "red", ".", </s>


class Decoder:
    def __init__(self, folder):
        self.config = read_config(folder / "config.json")
        self.tokenizer = read_tokenizer(folder / "tokenizer.bin", self.config["vocab_size"])
        weights = read_weights(folder / "model.safetensors")
        self.weights = {name: value.astype(np.float64) for name, value in weights.items()}

    def norm(self, x, name):
        mean_square = (x * x).mean(-1, keepdims=True)
        weight = self.weights[name + ".weight"]
        return x / np.sqrt(mean_square + self.config["rms_norm_eps"]) * weight

    def linear(self, x, name):
        return x @ self.weights[name + ".weight"].T

    def attention(self, x, layer, cos, sin):
        n_heads = self.config["num_attention_heads"]
        group_size = n_heads // self.config["num_key_value_heads"]
        q, k, v = (self.linear(x, f"{layer}.self_attn.{name}_proj") for name in "qkv")
        seq_len, head_dim = len(x), self.config["head_dim"]
        future = np.triu_indices(seq_len, 1)

        def head(values, i):
            return values[:, i * head_dim : (i + 1) * head_dim]

        def rotate(values):
            a, b = np.split(values, 2, axis=1)
            return np.concatenate((a * cos - b * sin, b * cos + a * sin), 1)

        outputs = []
        for i in range(n_heads):
            kv_head = i // group_size
            scores = rotate(head(q, i)) @ rotate(head(k, kv_head)).T / np.sqrt(head_dim)
            scores[future] = -np.inf
            exponentials = np.exp(scores - scores.max(1, keepdims=True))
            probs = exponentials / exponentials.sum(1, keepdims=True)
            outputs.append(probs @ head(v, kv_head))
        return self.linear(np.concatenate(outputs, 1), f"{layer}.self_attn.o_proj")

    def feed_forward(self, x, layer):
        gate = self.linear(x, f"{layer}.mlp.gate_proj")
        gated = gate / (1 + np.exp(-gate)) * self.linear(x, f"{layer}.mlp.up_proj")
        return self.linear(gated, f"{layer}.mlp.down_proj")

    def logits(self, ids, method="plain", factor=1.0):
        """(seq_len, vocab_size)"""
        cos, sin = rope.tables(self.config, len(ids), method, factor)
        x = self.weights["model.embed_tokens.weight"][ids]
        for i in range(self.config["num_hidden_layers"]):
            layer = f"model.layers.{i}"
            x = x + self.attention(self.norm(x, layer + ".input_layernorm"), layer, cos, sin)
            x = x + self.feed_forward(self.norm(x, layer + ".post_attention_layernorm"), layer)
        return self.linear(self.norm(x, "model.norm"), "model.embed_tokens")

    def greedy(self, prompt_ids, method="plain", factor=1.0):
        """One of the runs of an entry."""
        limit = max(self.config["max_position_embeddings"], len(prompt_ids) + LONGEST_ANSWER)
        ids, margins, top = list(prompt_ids), [], None
        while ids[-1] != EOS and len(ids) < limit:
            last = self.logits(ids, method, factor)[-1]
            order = np.argsort(-last)
            top = top or [[int(i), round(float(last[i]), 6)] for i in order[:5]]
            margins.append(last[order[0]] - last[order[1]])
            ids.append(int(order[0]))
        answer = ids[len(prompt_ids) :]
        return {
            "method": method,
            "factor": factor,
            "greedy_ids": answer,
            "text": self.tokenizer.decode(answer),
            "smallest_margin": round(float(min(margins)), 6),
            "first_top5": top,
        }

    def entry(self, prompt, methods=("plain",), factor=1.0):
        ids = [BOS] + self.tokenizer.encode(prompt)
        factors = {method: 1.0 if method == "plain" else factor for method in methods}
        runs = [self.greedy(ids, method, factors[method]) for method in methods]
        return {"prompt": prompt, "prompt_ids": ids, "runs": runs}


def story_entries(decoder):
    return [decoder.entry(prompt) for prompt in STORY_PROMPTS]


def key_entries(decoder):
    training_length = decoder.config["max_position_embeddings"]
    entries = []
    for length, methods in KEY_TEXTS:
        for words, _ in texts.pair(texts.Random(1), length, length // 2):
            entries.append(decoder.entry(" ".join(words), methods, length / training_length))
    return entries + [decoder.entry(ODD_KEY_PROMPT)]


def write(path, entries):
    """One entry a line."""
    lines = [json.dumps(entry, ensure_ascii=False) for entry in entries]
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def compare_with_torch(folder, entries):
    import llama
    import torch

    model, _ = llama.load(folder)
    decoder, largest = Decoder(folder), 0.0
    for entry in entries:
        for run in entry["runs"]:
            ids = entry["prompt_ids"] + run["greedy_ids"]
            model.set_rope(len(ids), run["method"], run["factor"])
            with torch.no_grad():
                logits = model(torch.tensor([ids]))[0].double().numpy()
            difference = np.abs(logits - decoder.logits(ids, run["method"], run["factor"]))
            largest = max(largest, difference.max())
    print(f"{folder.name}: largest difference of a logit, float64 to torch: {largest:.1e}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--torch", action="store_true")
    arguments = parser.parse_args()
    for name, entries_of in (("stories", story_entries), ("keys", key_entries)):
        path = HERE / "golden" / f"{name}.json"
        if arguments.torch:
            compare_with_torch(MODELS / name, json.loads(path.read_text(encoding="utf-8")))
            continue
        entries = entries_of(Decoder(MODELS / name))
        write(path, entries)
        print(f"{path.name}: {len(entries)} entries")
        for run in (run for entry in entries for run in entry["runs"]):
            print(f"  {run['method']:24} margin {run['smallest_margin']:.4f}  {run['text'][:50]}")


if __name__ == "__main__":
    main()
