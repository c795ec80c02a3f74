"""The base model, SmolLM2-135M-Instruct, read from its GGUF, with low-rank adapters to train.

Weights keep the layout of the GGUF, including llama.cpp's interleaved rotary embedding, so that an
adapter trained here can be added directly to the tensors of the file.
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
    """Byte-level BPE with individual digits, as llama.cpp's `smollm` splits text."""
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


# Heads that look at the answering sentence, by layer and number: those that did so most before they
# were trained for it (31 to 50 % of their attention on 6 % of the tokens).
EVIDENCE_HEADS = (
    (16, 3), (17, 0), (19, 5), (21, 1), (21, 2), (21, 7), (22, 4), (22, 7), (23, 1), (24, 2),
)


class Adapted(nn.Module):
    """A frozen matrix `weight` [out, in] and its adapter: y = x (W + scale · B A)ᵀ."""

    def __init__(self, weight, rank, scale):
        super().__init__()
        self.register_buffer("weight", weight.to(torch.bfloat16), persistent=False)
        self.scale = scale
        rows, columns = weight.shape
        self.a = nn.Parameter(torch.randn(rank, columns) / columns**0.5)
        self.b = nn.Parameter(torch.zeros(rows, rank))

    def forward(self, x):
        # The sum is recomputed each time: that costs less than two more products per token.
        return F.linear(x, (self.weight + self.scale * (self.b @ self.a)).to(x.dtype))


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

    def forward(self, x, rotation, sees, looks=None):
        x = x + self.attn_output(self._attend(self._norm(x, self.attn_norm), rotation, sees, looks))
        normed = self._norm(x, self.ffn_norm)
        return x + self.ffn_down(gated(self.ffn_gate(normed), self.ffn_up(normed)))

    def _norm(self, x, weight):
        return norm(x, weight, self.epsilon)

    def _attend(self, x, rotation, sees, looks):
        rows, tokens = x.shape[:2]
        q = rotate(self.attn_q(x).view(rows, tokens, self.heads, -1), rotation)
        k = rotate(self.attn_k(x).view(rows, tokens, self.kv_heads, -1), rotation)
        v = self.attn_v(x).view(rows, tokens, self.kv_heads, -1)
        group = self.heads // self.kv_heads
        k, v = k.repeat_interleave(group, 2), v.repeat_interleave(group, 2)
        q, k, v = (part.transpose(1, 2) for part in (q, k, v))
        if looks and self.evidence_heads:
            looks.take(q[:, self.evidence_heads], k[:, self.evidence_heads], sees)
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=sees[:, None])
        return mixed.transpose(1, 2).reshape(rows, tokens, -1)


@torch.compile(dynamic=True)
def norm(x, weight, epsilon):
    wide = x.float()
    return (wide * torch.rsqrt(wide.square().mean(-1, keepdim=True) + epsilon)).to(x.dtype) * weight


@torch.compile(dynamic=True)
def gated(gate, up):
    return F.silu(gate) * up


@torch.compile(dynamic=True)
def rotate(x, rotation):
    """llama.cpp's rotary embedding of the llama architecture: dimensions 2i and 2i + 1 form a pair."""
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
        self.epsilon, self.noise = base.epsilon, 0.0
        size = base.width // base.heads
        frequencies = base.rope_base ** (-torch.arange(0, size, 2).float() / size)
        self.register_buffer("frequencies", frequencies, persistent=False)

    def forward(self, tokens, positions, sees, wanted, looks=None):
        """The scores of the next token after each of the `wanted` places (numbered across all rows), as float32.

        `tokens` and `positions` are rows × tokens; `sees`, rows × tokens × tokens, says which token sees which.
        `looks` records what heads look at."""
        angles = positions[..., None].float() * self.frequencies
        rotation = tuple(t[:, :, None].to(torch.bfloat16) for t in (angles.cos(), angles.sin()))
        x = F.embedding(tokens, self.embedding)
        if self.training and self.noise:
            # NEFTune (arXiv 2310.05914): uniform noise on the input keeps the model from memorising the wording.
            x = x + torch.empty_like(x).uniform_(-self.noise, self.noise)
        for layer in self.layers:
            x = layer(x, rotation, sees, looks)
        x = norm(x.flatten(0, 1)[wanted], self.norm, self.epsilon)
        return F.linear(x, self.embedding).float()


class Looks:
    """The share of their attention that the heads of `EVIDENCE_HEADS` give to the answering sentence."""

    def __init__(self, rows, places, evidence):
        """For every lookup: its row, its place in the row, and which places of the row hold the evidence
        (a mask, one line per lookup)."""
        self.rows, self.places, self.evidence = rows, places, evidence
        self.shares = []

    def take(self, q, k, sees):
        """Takes `q` and `k` of the evidence heads: rows × heads × tokens × width."""
        if len(self.rows):
            scores = torch.einsum("nhd,nhtd->nht", q[self.rows, :, self.places].float(), k[self.rows].float())
            hidden = ~sees[self.rows, self.places][:, None]
            shares = (scores * q.shape[-1] ** -0.5).masked_fill(hidden, float("-inf")).softmax(-1)
            self.shares.append((shares * self.evidence[:, None]).sum(-1))

    def loss(self):
        """The mean negative logarithm of these shares; `None` if there are none."""
        if not self.shares:
            return None
        return -torch.cat(self.shares, 1).clamp(1e-3, 1.0).log().mean()


def load_adapter(model, path):
    """Loads the adapter from a GGUF that `export.py` wrote."""
    for tensor in gguf.GGUFReader(path).tensors:
        _, layer, matrix, _, which = tensor.name.split(".")
        values = gguf.quants.dequantize(tensor.data, tensor.tensor_type)
        parameter = getattr(getattr(model.layers[int(layer)], matrix), which[-1])
        with torch.no_grad():
            parameter.copy_(torch.from_numpy(values))
