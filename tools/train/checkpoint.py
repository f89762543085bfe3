"""Reads and writes config.json and model.safetensors with numpy alone, so that both can be checked
without torch.

A safetensors file is: uint64 length of the header; the header, JSON that says type, shape and byte
range of each tensor; the tensors' bytes. bf16 is the upper half of a float32.
"""

import json
import struct

import numpy as np


def to_bf16(values):
    """The upper 16 bits of each float32, rounded to nearest, ties to even."""
    bits = np.ascontiguousarray(values, "<f4").view("<u4")
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype("<u2")


def from_bf16(bits):
    return (bits.astype("<u4") << 16).view("<f4")


def write_weights(path, weights):
    """Writes float32 arrays as bf16, sorted by name, the data aligned to 8 bytes."""
    header, blobs, offset = {"__metadata__": {"format": "pt"}}, [], 0
    for name in sorted(weights):
        blob = to_bf16(weights[name]).tobytes()
        end = offset + len(blob)
        shape = list(weights[name].shape)
        header[name] = {"dtype": "BF16", "shape": shape, "data_offsets": [offset, end]}
        blobs.append(blob)
        offset = end
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + b"".join(blobs))


def read_weights(path):
    """A dict of float32 arrays; the file holds bf16 or float32."""
    with open(path, "rb") as file:
        data = file.read()
    (header_size,) = struct.unpack_from("<Q", data)
    start = 8 + header_size
    weights = {}
    for name, entry in json.loads(data[8:start]).items():
        if name == "__metadata__":
            continue
        begin, end = entry["data_offsets"]
        raw = data[start + begin : start + end]
        if entry["dtype"] == "BF16":
            values = from_bf16(np.frombuffer(raw, "<u2"))
        elif entry["dtype"] == "F32":
            values = np.frombuffer(raw, "<f4")
        else:
            raise ValueError(f"{path}: {name} is {entry['dtype']}, not BF16 or F32")
        weights[name] = values.reshape(entry["shape"])
    return weights


def llama_config(**sizes):
    """A Hugging Face config of the architecture that both models share."""
    return {
        "architectures": ["LlamaForCausalLM"],
        "model_type": "llama",
        **sizes,
        "hidden_act": "silu",
        "rms_norm_eps": 1e-05,
        "rope_theta": 10000.0,
        "tie_word_embeddings": True,
        "attention_bias": False,
        "mlp_bias": False,
        "bos_token_id": 1,
        "eos_token_id": 2,
        "torch_dtype": "bfloat16",
    }


def write_config(path, config):
    with open(path, "w", encoding="utf-8") as file:
        file.write(json.dumps(config, indent=2) + "\n")


def read_config(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)
