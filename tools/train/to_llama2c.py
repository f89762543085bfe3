#!/usr/bin/env python3
"""Converts a model for llama2.c's run.c (its first, "legacy" layout): a cross-check by a stranger.

    python3 -m to_llama2c FOLDER OUT.bin

run.c turns neighbours (2i, 2i+1), these files pair (i, i + head_dim/2): the rows of q_proj and
k_proj change places. It knows plain RoPE only.
"""

import struct
import sys
from pathlib import Path

import numpy as np

from checkpoint import read_config, read_weights


def interleaved(weight, head_dim):
    heads = weight.reshape(-1, 2, head_dim // 2, weight.shape[1])
    return heads.transpose(0, 2, 1, 3).reshape(weight.shape)


def main():
    folder, out = Path(sys.argv[1]), Path(sys.argv[2])
    config = read_config(folder / "config.json")
    weights = read_weights(folder / "model.safetensors")
    head_dim = config["head_dim"]

    def layers(name):
        n_layers = config["num_hidden_layers"]
        return [weights[f"model.layers.{i}.{name}.weight"] for i in range(n_layers)]

    blocks = [
        weights["model.embed_tokens.weight"],
        *layers("input_layernorm"),
        *(interleaved(weight, head_dim) for weight in layers("self_attn.q_proj")),
        *(interleaved(weight, head_dim) for weight in layers("self_attn.k_proj")),
        *layers("self_attn.v_proj"),
        *layers("self_attn.o_proj"),
        *layers("post_attention_layernorm"),
        *layers("mlp.gate_proj"),
        *layers("mlp.down_proj"),
        *layers("mlp.up_proj"),
        weights["model.norm.weight"],
        np.zeros(config["max_position_embeddings"] * head_dim),  # old tables of cos and sin
    ]
    header = [
        config["hidden_size"],
        config["intermediate_size"],
        config["num_hidden_layers"],
        config["num_attention_heads"],
        config["num_key_value_heads"],
        config["vocab_size"],  # positive: the head is tied to the embedding
        config["max_position_embeddings"],
    ]
    with open(out, "wb") as file:
        file.write(struct.pack("<7i", *header))
        for block in blocks:
            file.write(block.astype("<f4").tobytes())


if __name__ == "__main__":
    main()
