"""Writes the attention of the default model for a short text, computed without llama.cpp.

    python golden.py --model smollm2-pecan.gguf --text text.txt --to smollm2-pecan.npy

The weights are dequantised from the file; arithmetic uses 64 bits. The matrix has one row per token: its attention
to all tokens, averaged over heads and layers, as Pecan reads it.
"""

import argparse

import numpy as np

from base import Base


def norm(x, weight, epsilon):
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + epsilon) * weight


def rotate(x, angles):
    """Dimensions 2i and 2i + 1 form a pair: `x` is [tokens, heads, size], `angles` [tokens, size / 2]."""
    cos, sin = np.cos(angles)[:, None], np.sin(angles)[:, None]
    even, odd = x[..., 0::2], x[..., 1::2]
    return np.stack((even * cos - odd * sin, even * sin + odd * cos), -1).reshape(x.shape)


def softmax(scores):
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True)


def attention(base, tokens):
    """The mean attention of all heads of all layers, [tokens, tokens]."""
    tensors, count = base.tensors, len(tokens)
    size = base.width // base.heads
    frequencies = base.rope_base ** (-np.arange(0, size, 2) / size)
    angles = np.arange(count)[:, None] * frequencies
    hidden = np.triu(np.full((count, count), -np.inf), 1)
    x, total = tensors["token_embd.weight"][tokens].astype(np.float64), 0.0
    for layer in range(base.layers):
        of = lambda name: tensors[f"blk.{layer}.{name}.weight"]
        normed = norm(x, of("attn_norm"), base.epsilon)
        heads = lambda name, n: (normed @ of(name).T).reshape(count, n, size)
        q = rotate(heads("attn_q", base.heads), angles)
        k, v = rotate(heads("attn_k", base.kv_heads), angles), heads("attn_v", base.kv_heads)
        k, v = (np.repeat(part, base.heads // base.kv_heads, 1) for part in (k, v))
        weights = softmax(np.einsum("ihd,jhd->hij", q, k) / np.sqrt(size) + hidden)
        total = total + weights.mean(0)
        x = x + np.einsum("hij,jhd->ihd", weights, v).reshape(count, -1) @ of("attn_output").T
        normed = norm(x, of("ffn_norm"), base.epsilon)
        gate = normed @ of("ffn_gate").T
        x = x + (gate / (1 + np.exp(-gate)) * (normed @ of("ffn_up").T)) @ of("ffn_down").T
    return total / base.layers


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", required=True)
    parser.add_argument("--text", required=True)
    parser.add_argument("--to", required=True)
    args = parser.parse_args()
    base = Base(args.model)
    tokens = base.tokenizer.encode(open(args.text, encoding="utf-8").read()).ids
    np.save(args.to, attention(base, tokens).astype("<f4"))


if __name__ == "__main__":
    main()
