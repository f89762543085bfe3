"""The decoder of both models in torch, for training and for fast measurements.

Parameter names are those of Hugging Face's LlamaForCausalLM; the head is tied to the embedding.
Two pieces are written by hand because Debian's torch is slow at them on a CPU: attention's products
and cross-entropy. golden.py holds the independent second opinion.
"""

import math
import os

# Before torch loads OpenBLAS: its threads spin against each other on products as small as ours.
os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"

import torch
from torch import nn
from torch.nn import functional as F

import rope
from checkpoint import read_config, read_weights
from tokenizer import read_tokenizer

torch.set_num_threads(1)


class Attention(torch.autograd.Function):
    """softmax(q k^T + mask) v: q (groups, rows, head_dim), k and v (groups, seq_len, head_dim)."""

    @staticmethod
    def forward(ctx, q, k, v, mask):
        scores = torch.bmm(q, k.transpose(1, 2).contiguous()).add_(mask)
        probs = scores.softmax(-1)
        ctx.save_for_backward(q, k, v, probs)
        return torch.bmm(probs, v)

    @staticmethod
    def backward(ctx, grad):
        q, k, v, probs = ctx.saved_tensors
        grad = grad.contiguous()
        grad_v = torch.bmm(probs.transpose(1, 2).contiguous(), grad)
        grad_probs = torch.bmm(grad, v.transpose(1, 2).contiguous())
        mean = (grad * torch.bmm(probs, v)).sum(-1, keepdim=True)
        grad_scores = grad_probs.sub_(mean).mul_(probs)
        grad_q = torch.bmm(grad_scores, k)
        grad_k = torch.bmm(grad_scores.transpose(1, 2).contiguous(), q)
        return grad_q, grad_k, grad_v, None


class CrossEntropy(torch.autograd.Function):
    """Weighted mean of -log softmax(logits)[target]."""

    @staticmethod
    def forward(ctx, logits, targets, weights):
        exponentials = (logits - logits.max(-1, keepdim=True)[0]).exp_()
        probs = exponentials.div_(exponentials.sum(-1, keepdim=True))
        weights = weights / weights.sum()
        ctx.save_for_backward(probs, targets, weights)
        picked = probs.gather(1, targets[:, None])[:, 0]
        return -(picked.clamp_min(1e-30).log() * weights).sum()

    @staticmethod
    def backward(ctx, grad):
        probs, targets, weights = ctx.saved_tensors
        grad_logits = probs * (weights * grad)[:, None]
        grad_logits[torch.arange(len(targets)), targets] -= weights * grad
        return grad_logits, None, None


def rotate(x, cos, sin):
    """Half-split pairs (i, i + head_dim/2); x (..., seq_len, head_dim)."""
    a, b = x.chunk(2, -1)
    return torch.cat((a * cos - b * sin, b * cos + a * sin), -1)


def linear(n_in, n_out):
    return nn.Linear(n_in, n_out, bias=False)


class RmsNorm(nn.Module):
    def __init__(self, size, eps):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(size))
        self.eps = eps

    def forward(self, x):
        return self.weight * (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps))


class Layer(nn.Module):
    def __init__(self, config):
        super().__init__()
        hidden_size, intermediate_size = config["hidden_size"], config["intermediate_size"]
        self.n_heads = config["num_attention_heads"]
        self.n_kv_heads = config["num_key_value_heads"]
        self.head_dim = config["head_dim"]
        q_size, kv_size = self.n_heads * self.head_dim, self.n_kv_heads * self.head_dim
        self.input_layernorm = RmsNorm(hidden_size, config["rms_norm_eps"])
        self.post_attention_layernorm = RmsNorm(hidden_size, config["rms_norm_eps"])
        self.self_attn = nn.ModuleDict(
            {
                "q_proj": linear(hidden_size, q_size),
                "k_proj": linear(hidden_size, kv_size),
                "v_proj": linear(hidden_size, kv_size),
                "o_proj": linear(q_size, hidden_size),
            }
        )
        self.mlp = nn.ModuleDict(
            {
                "gate_proj": linear(hidden_size, intermediate_size),
                "up_proj": linear(hidden_size, intermediate_size),
                "down_proj": linear(intermediate_size, hidden_size),
            }
        )

    def heads(self, x, projection, n_heads):
        """(batch, n_heads, seq_len, head_dim)"""
        y = self.self_attn[projection](x)
        return y.view(*x.shape[:2], n_heads, self.head_dim).transpose(1, 2)

    def forward(self, x, cos, sin, mask, cache=None):
        batch, length, _ = x.shape
        y = self.input_layernorm(x)
        q = rotate(self.heads(y, "q_proj", self.n_heads), cos, sin) * self.head_dim**-0.5
        k = rotate(self.heads(y, "k_proj", self.n_kv_heads), cos, sin)
        v = self.heads(y, "v_proj", self.n_kv_heads)
        if cache is not None:
            if cache:
                k, v = torch.cat((cache[0], k), 2), torch.cat((cache[1], v), 2)
            cache[:] = [k, v]
        # Query head i reads kv head i // group_size, so a group's heads are rows of one product.
        groups, seq_len = batch * self.n_kv_heads, k.shape[2]
        rows = self.n_heads // self.n_kv_heads * length
        attended = Attention.apply(
            q.reshape(groups, rows, self.head_dim),
            k.reshape(groups, seq_len, self.head_dim),
            v.reshape(groups, seq_len, self.head_dim),
            mask,
        )
        attended = attended.view(batch, self.n_heads, length, self.head_dim).transpose(1, 2)
        x = x + self.self_attn["o_proj"](attended.reshape(batch, length, -1))
        y = self.post_attention_layernorm(x)
        gated = F.silu(self.mlp["gate_proj"](y)) * self.mlp["up_proj"](y)
        return x + self.mlp["down_proj"](gated)


class Llama(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        hidden_size, n_layers = config["hidden_size"], config["num_hidden_layers"]
        self.model = nn.Module()
        self.model.embed_tokens = nn.Embedding(config["vocab_size"], hidden_size)
        self.model.layers = nn.ModuleList(Layer(config) for _ in range(n_layers))
        self.model.norm = RmsNorm(hidden_size, config["rms_norm_eps"])
        for name, parameter in self.named_parameters():
            if parameter.dim() == 1:
                continue
            std = 0.05 if "embed" in name else parameter.shape[1] ** -0.5
            if "o_proj" in name or "down_proj" in name:  # what is added to the residual stream
                std /= math.sqrt(2 * n_layers)
            nn.init.normal_(parameter, std=std)
        self.set_rope(config["max_position_embeddings"])

    def set_rope(self, length, method="plain", factor=1.0):
        """Prepares positions 0..length-1; see rope.py for the methods."""
        cos, sin = rope.tables(self.config, length, method, factor)
        self.cos, self.sin = torch.tensor(cos).float(), torch.tensor(sin).float()

    def forward(self, tokens, caches=None, keep=None):
        """Logits (batch, seq_len, vocab_size); with `keep`, (kept, vocab_size), only of these
        positions of the flattened batch. `caches` is one list for each layer, empty at first."""
        length = tokens.shape[1]
        start = caches[0][0].shape[2] if caches and caches[0] else 0
        cos, sin = self.cos[start : start + length], self.sin[start : start + length]
        group_size = self.config["num_attention_heads"] // self.config["num_key_value_heads"]
        mask = torch.full((length, start + length), -1e9).triu(1 + start).repeat(group_size, 1)
        x = self.model.embed_tokens(tokens)
        for i, layer in enumerate(self.model.layers):
            x = layer(x, cos, sin, mask, caches[i] if caches is not None else None)
        if keep is not None:
            x = x.flatten(0, 1)[keep]
        return self.model.norm(x) @ self.model.embed_tokens.weight.t()


def n_parameters(model):
    return sum(parameter.numel() for parameter in model.parameters())


def load(folder):
    """(model, tokenizer) from config.json, model.safetensors and tokenizer.bin."""
    config = read_config(folder / "config.json")
    config.setdefault("head_dim", config["hidden_size"] // config["num_attention_heads"])
    model = Llama(config)
    weights = read_weights(folder / "model.safetensors")
    model.load_state_dict({name: torch.tensor(value) for name, value in weights.items()})
    model.eval()
    return model, read_tokenizer(folder / "tokenizer.bin", config["vocab_size"])
