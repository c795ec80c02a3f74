"""The base model, SmolLM2-135M-Instruct, as its GGUF has it, with low-rank adapters to train.

Weights keep the layout of the GGUF, llama.cpp's interleaved rotary embedding included, so that an
adapter trained here adds to the tensors of the file as they are.
"""

import gguf
import numpy as np
import torch
import torch.nn.functional as F
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from torch import nn

# The seven matrices of a layer that get an adapter.
MATRICES = ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down")


class Base:
    """Tensors, sizes and vocabulary of the base model's file."""

    def __init__(self, path):
        reader = gguf.GGUFReader(path)
        field = lambda key: reader.fields[key].contents()
        self.layers = field("llama.block_count")
        self.width = field("llama.embedding_length")
        self.heads = field("llama.attention.head_count")
        self.kv_heads = field("llama.attention.head_count_kv")
        self.rope_base = field("llama.rope.freq_base")
        self.epsilon = field("llama.attention.layer_norm_rms_epsilon")
        self.tensors = {
            tensor.name: gguf.quants.dequantize(tensor.data, tensor.tensor_type)
            .astype(np.float32)
            for tensor in reader.tensors
        }
        self.tokenizer = _tokenizer(field("tokenizer.ggml.tokens"), field("tokenizer.ggml.merges"))


def _tokenizer(tokens, merges):
    """Byte-level BPE whose digits stand one by one, as llama.cpp's `smollm` splits text."""
    vocabulary = {token: number for number, token in enumerate(tokens)}
    pairs = [tuple(merge.split(" ", 1)) for merge in merges]
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=pairs))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Digits(individual_digits=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer


# Heads that look at the sentence that answers, by layer and number: those that did so most before they
# were trained for it (31 to 50 % of their attention on 6 % of the tokens).
EVIDENCE_HEADS = (
    (16, 3), (17, 0), (19, 5), (21, 1), (21, 2), (21, 7), (22, 4), (22, 7), (23, 1), (24, 2),
)


class Adapted(nn.Module):
    """A frozen matrix `weight` [out, in] and its adapter: y = x Wᵀ + scale · (x Aᵀ) Bᵀ."""

    def __init__(self, weight, rank, scale):
        super().__init__()
        self.register_buffer("weight", weight.to(torch.bfloat16), persistent=False)
        self.scale = scale
        rows, columns = weight.shape
        self.a = nn.Parameter(torch.randn(rank, columns) / columns**0.5)
        self.b = nn.Parameter(torch.zeros(rows, rank))

    def forward(self, x):
        low = F.linear(x, self.a.to(x.dtype))
        return F.linear(x, self.weight) + F.linear(low, self.b.to(x.dtype) * self.scale)


class Layer(nn.Module):
    def __init__(self, base, number, rank, scale):
        super().__init__()
        tensor = lambda name: torch.from_numpy(base.tensors[f"blk.{number}.{name}.weight"])
        for name in MATRICES:
            setattr(self, name, Adapted(tensor(name), rank, scale))
        for name in ("attn_norm", "ffn_norm"):
            self.register_buffer(name, tensor(name).to(torch.bfloat16), persistent=False)
        self.heads, self.kv_heads, self.epsilon = base.heads, base.kv_heads, base.epsilon
        self.evidence_heads = [head for layer, head in EVIDENCE_HEADS if layer == number]

    def forward(self, x, rotation, biases, looks=None):
        x = x + self.attn_output(self._attend(self._norm(x, self.attn_norm), rotation, biases, looks))
        normed = self._norm(x, self.ffn_norm)
        return x + self.ffn_down(gated(self.ffn_gate(normed), self.ffn_up(normed)))

    def _norm(self, x, weight):
        return norm(x, weight, self.epsilon)

    def _attend(self, x, rotation, biases, looks):
        tokens = x.shape[0]
        q = rotate(self.attn_q(x).view(tokens, self.heads, -1), rotation)
        k = rotate(self.attn_k(x).view(tokens, self.kv_heads, -1), rotation)
        v = self.attn_v(x).view(tokens, self.kv_heads, -1)
        group = self.heads // self.kv_heads
        k, v = k.repeat_interleave(group, 1), v.repeat_interleave(group, 1)
        q, k, v = (part.transpose(0, 1) for part in (q, k, v))
        rows = []
        # Examples lie one behind the other; each sees only itself. On a processor with matrix units
        # plain products are twice as fast forward and back as PyTorch's fused attention.
        lengths = [bias.shape[-1] for bias in biases]
        parts = zip(*(t.split(lengths, 1) for t in (q, k, v)), biases)
        for number, (q_part, k_part, v_part, bias) in enumerate(parts):
            bias = bias.expand(self.heads, -1, -1)
            scores = torch.baddbmm(bias, q_part, k_part.transpose(1, 2), alpha=q.shape[-1] ** -0.5)
            shares = scores.softmax(-1)
            if looks and self.evidence_heads:
                looks.take(number, shares[self.evidence_heads])
            rows.append(torch.bmm(shares, v_part).transpose(0, 1))
        return torch.cat(rows).reshape(tokens, -1)


@torch.compile(dynamic=True)
def norm(x, weight, epsilon):
    wide = x.float()
    return (wide * torch.rsqrt(wide.square().mean(-1, keepdim=True) + epsilon)).to(x.dtype) * weight


@torch.compile(dynamic=True)
def gated(gate, up):
    return F.silu(gate) * up


@torch.compile(dynamic=True)
def rotate(x, rotation):
    """llama.cpp's rotary embedding of the llama architecture: dimensions 2i and 2i + 1 are a pair."""
    cos, sin = rotation
    even, odd = x[..., 0::2], x[..., 1::2]
    return torch.stack((even * cos - odd * sin, even * sin + odd * cos), -1).flatten(-2)


class Model(nn.Module):
    def __init__(self, base, rank, scale):
        super().__init__()
        embedding = torch.from_numpy(base.tensors["token_embd.weight"]).to(torch.bfloat16)
        self.register_buffer("embedding", embedding, persistent=False)
        norm = torch.from_numpy(base.tensors["output_norm.weight"]).to(torch.bfloat16)
        self.register_buffer("norm", norm, persistent=False)
        self.layers = nn.ModuleList(Layer(base, n, rank, scale) for n in range(base.layers))
        self.epsilon = base.epsilon
        size = base.width // base.heads
        frequencies = base.rope_base ** (-torch.arange(0, size, 2).float() / size)
        self.register_buffer("frequencies", frequencies, persistent=False)

    def forward(self, tokens, positions, biases, wanted, looks=None):
        """Scores of the next token after each of the `wanted` rows, as float32. `looks` takes what heads
        look at."""
        angles = positions[:, None].float() * self.frequencies
        rotation = tuple(t[:, None].to(torch.bfloat16) for t in (angles.cos(), angles.sin()))
        x = F.embedding(tokens, self.embedding)
        for layer in self.layers:
            x = layer(x, rotation, biases, looks)
        x = norm(x[wanted], self.norm, self.epsilon)
        return F.linear(x, self.embedding).float()


class Looks:
    """How much of their attention the heads of `EVIDENCE_HEADS` give to the sentence that answers."""

    def __init__(self, evidence):
        """`evidence`: of every example its rows, and the places that each has to find."""
        self.evidence = evidence
        self.shares = []

    def take(self, number, attention):
        """`attention` of an example: heads × rows × places."""
        for row, places in self.evidence[number]:
            self.shares.append(attention[:, row, places].float().sum(-1))

    def loss(self):
        """The negative logarithm of these shares, in the mean; `None` without rows."""
        if not self.shares:
            return None
        return -torch.cat(self.shares).clamp(1e-3, 1.0).log().mean()


def load_adapter(model, path):
    """Takes over the adapter of a GGUF that `export.py` wrote."""
    for tensor in gguf.GGUFReader(path).tensors:
        _, layer, matrix, _, which = tensor.name.split(".")
        values = gguf.quants.dequantize(tensor.data, tensor.tensor_type)
        parameter = getattr(getattr(model.layers[int(layer)], matrix), which[-1])
        with torch.no_grad():
            parameter.copy_(torch.from_numpy(values))
