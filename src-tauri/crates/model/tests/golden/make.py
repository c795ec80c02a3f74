"""Makes the golden attention matrices that tests/it/golden.rs compares Pecan with.

For every kind below: a tiny model of random weights, written to KIND.gguf by llama.cpp's own
converter, and KIND.npy, the attention among the tokens of text.txt as Hugging Face transformers
computes it in eager mode with 32-bit floats: the mean over heads and over the layers that take
part, which of a windowed model are those that see everything. Of the windowed ones also
KIND-long.npy: the last rows of the same for long.txt, which is longer than the 256 cells that a
window's cache has at least, so that its cells are used again.

    python make.py PATH/TO/llama.cpp [KIND...]

The folder is that of a llama.cpp source tree with convert_hf_to_gguf.py, conversion/ and gguf-py/.
The files beside this script were made with Python 3.11.7, torch 2.15.0 (CPU), transformers
5.23.0, numpy 2.4.6, and the converter of the llama.cpp that llama-cpp-python 0.3.36 packs (its
convert_hf_to_gguf.py is the same, byte by byte, as that of the llama.cpp that Pecan builds).
The -long files were made later with transformers 5.24.0, by which the others come out the same
within 2.2e-7.

The vocabulary is one token per ASCII character, so that no tokenizer takes part.

Where the two implementations are known to differ, the models stay away from it:
- gpt-oss: transformers uses the ends of YaRN's ramp as they are (`truncate: false`), llama.cpp
  rounds them outwards; here transformers rounds too. The experts are 32-bit floats, not MXFP4.
- Gemma 2: llama.cpp's CPU code looks GELU up in a table of half-precision numbers. Here the
  feed-forward parts add little (they still move entries by up to 1e-2), which leaves 5e-6 of the
  table in an entry; at full strength 1.2e-5 of it was left. With the same table put into
  transformers the difference is 2e-7.
- Mistral: without a window, as from its version 0.2 on: llama.cpp does not window it.
"""

import argparse
import sys
import tempfile
from pathlib import Path

import numpy as np
import torch
from transformers import AutoConfig, AutoModelForCausalLM

HERE = Path(__file__).parent
CHARACTERS = 128
BEGIN, END = CHARACTERS, CHARACTERS + 1
SIZES = {
    "vocab_size": CHARACTERS + 2,
    "bos_token_id": BEGIN,
    "eos_token_id": END,
    "pad_token_id": END,
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 1024,
}
WINDOW = 16
LAST_ROWS = 16
QUERIES_AND_KEYS = ("q_proj", "k_proj", "qkv_proj")
YARN = {
    "rope_type": "yarn",
    "rope_theta": 150000.0,
    "factor": 4.0,
    "beta_fast": 32.0,
    "beta_slow": 1.0,
    "truncate": True,
    "original_max_position_embeddings": 256,
}

# By kind: whether a text begins with a token of its own, and what its configuration sets.
KINDS = {
    "llama": (True, {"rope_theta": 500000.0}),
    "mistral": (True, {"head_dim": 16, "sliding_window": None}),
    "qwen2": (False, {"tie_word_embeddings": True, "rope_theta": 1000000.0}),
    "qwen3": (False, {"tie_word_embeddings": True, "rope_theta": 1000000.0, "head_dim": 16}),
    "phi3": (True, {"sliding_window": None, "original_max_position_embeddings": 1024}),
    "gemma2": (
        True,
        {
            "num_hidden_layers": 4,
            "head_dim": 16,
            "query_pre_attn_scalar": 16,
            "sliding_window": WINDOW,
            "attn_logit_softcapping": 5.0,
        },
    ),
    "gpt_oss": (
        False,
        {
            "num_hidden_layers": 4,
            "head_dim": 8,
            "intermediate_size": 16,
            "num_local_experts": 4,
            "num_experts_per_tok": 2,
            "sliding_window": WINDOW,
            "rope_parameters": YARN,
        },
    ),
}


def make_model(kind, seed):
    """A model whose heads look at few tokens each, and whose biases and norms matter."""
    config = AutoConfig.for_model(kind, **SIZES | KINDS[kind][1])
    eager = {"attn_implementation": "eager", "experts_implementation": "eager"}
    model = AutoModelForCausalLM.from_config(config, dtype=torch.float32, **eager).eval()
    chance = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, weights in sorted(model.named_parameters()):
            scale, centre = spread(kind, name, weights)
            weights.copy_(centre + scale * torch.randn(weights.shape, generator=chance))
    return model


def spread(kind, name, weights):
    """The scale of a tensor's random numbers and what they lie around."""
    if "norm" in name:
        if kind == "gemma2":  # It adds 1 itself.
            return (0.05, -0.85) if "post_feedforward" in name else (0.2, 0.0)
        return (0.2, 1.5) if "q_norm" in name or "k_norm" in name else (0.2, 1.0)
    if "bias" in name or "sinks" in name:
        return 0.5, 0.0
    if "embed_tokens" in name:
        return 1.0, 0.0
    # Linear layers are out × in, experts number × in × out.
    width = weights.shape[1]
    return (1.6 if name.split(".")[-2] in QUERIES_AND_KEYS else 1.0) / width**0.5, 0.0


def full_layers(config):
    """The layers that see everything."""
    layers = getattr(config, "layer_types", None) or ["full_attention"] * config.num_hidden_layers
    return [layer for layer, seen in enumerate(layers) if seen == "full_attention"]


def attention(model, ids):
    """Layers that take part × heads × tokens × tokens."""
    with torch.no_grad():
        output = model(torch.tensor([ids]), output_attentions=True, use_cache=False)
    return np.stack([output.attentions[layer][0].numpy() for layer in full_layers(model.config)])


def check(kind, heads):
    """Makes sure that the matrix would tell a wrong implementation from a right one."""
    mean = heads.mean(axis=(0, 1), dtype=np.float64)
    assert np.triu(mean, 1).max() == 0.0, "looks at later tokens"
    sums = mean.sum(axis=1)
    assert sums.max() < 1 + 1e-5 and (sums.min() > 1 - 1e-5) != (kind == "gpt_oss"), sums
    even = np.tri(len(mean)) / np.arange(1, len(mean) + 1)[:, None]
    assert np.abs(mean - even).sum(axis=1).mean() > 0.3, "nearly uniform"
    for axis in (0, 1):
        for left_out in range(heads.shape[axis] if heads.shape[axis] > 1 else 0):
            rest = np.delete(heads, left_out, axis).mean(axis=(0, 1))
            assert np.abs(rest - mean).sum(axis=1).mean() > 0.05, (axis, left_out)


def set_vocabulary(writer, begins):
    """One token per character, spelt as in byte-level vocabularies, and two control tokens."""
    plain = range(ord("!"), ord("~") + 1)
    hidden = [byte for byte in range(CHARACTERS) if byte not in plain]
    letters = [chr(b) if b in plain else chr(256 + hidden.index(b)) for b in range(CHARACTERS)]
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list([*letters, "<begin>", "<end>"])
    writer.add_token_types([1] * CHARACTERS + [3, 3])
    # A list of merges must not be empty; no text has these two.
    writer.add_token_merges([f"{letters[0]} {letters[1]}"])
    writer.add_bos_token_id(BEGIN)
    writer.add_eos_token_id(END)
    writer.add_add_bos_token(begins)


def convert(model, begins, path):
    """Writes a model with llama.cpp's converter."""
    import gguf
    from conversion import get_model_class

    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        converter = get_model_class(model.config.architectures[0])(
            # A name: by that of Phi-3, llama.cpp would expect tokens of certain names.
            Path(folder), gguf.LlamaFileType.ALL_F32, path, eager=True, model_name="Tiny"
        )
        converter.set_vocab = lambda: set_vocabulary(converter.gguf_writer, begins)
        converter.write()


def make(kind, seed):
    begins, settings = KINDS[kind]
    model = make_model(kind, seed)
    np.save(HERE / f"{kind}.npy", mean_attention(model, kind, "text.txt"))
    if settings.get("sliding_window"):
        rows = mean_attention(model, kind, "long.txt")[-LAST_ROWS:]
        np.save(HERE / f"{kind}-long.npy", rows)
    convert(model, begins, HERE / f"{kind}.gguf")


def mean_attention(model, kind, file):
    """Tokens × tokens."""
    text = (HERE / file).read_text(encoding="ascii")
    ids = [BEGIN] * KINDS[kind][0] + [ord(letter) for letter in text]
    heads = attention(model, ids)
    check(kind, heads)
    return heads.mean(axis=(0, 1), dtype=np.float64).astype("<f4")


def main():
    parser = argparse.ArgumentParser(description="Makes golden attention matrices.")
    parser.add_argument("llama_cpp", type=Path, help="folder of llama.cpp's sources")
    parser.add_argument("kinds", nargs="*", default=list(KINDS), help="which; default: all")
    arguments = parser.parse_args()
    sys.path[:0] = [str(arguments.llama_cpp), str(arguments.llama_cpp / "gguf-py")]
    torch.set_num_threads(1)
    for kind in arguments.kinds:
        make(kind, seed=1 + list(KINDS).index(kind))


if __name__ == "__main__":
    main()
