"""Adds weighted adapters into one of a given rank.

    python mix.py --adapters earlier.gguf=0.4 later.gguf=0.6 --rank 64 --to adapter.gguf

The change W' - W of every matrix is the weighted sum of the adapters' changes, reduced to its largest singular
values.
"""

import argparse

import gguf
import numpy as np

from export import write


def changes(path):
    """The parts B and A of every matrix's change B A; B includes alpha / rank."""
    reader = gguf.GGUFReader(path)
    alpha = reader.fields["adapter.lora.alpha"].contents()
    parts = {t.name: gguf.quants.dequantize(t.data, t.tensor_type) for t in reader.tensors}
    names = [name.removesuffix(".lora_a") for name in parts if name.endswith(".lora_a")]
    scale = alpha / parts[names[0] + ".lora_a"].shape[0]
    return {name: (scale * parts[name + ".lora_b"], parts[name + ".lora_a"]) for name in names}


def reduced(b, a, rank):
    """Approximates B A by `rank` products with parts of equal norm; also returns the lost share of the norm."""
    q_b, r_b = np.linalg.qr(b)
    q_a, r_a = np.linalg.qr(a.T)
    u, s, v = np.linalg.svd(r_b @ r_a.T)
    root = np.sqrt(s[:rank])
    lost = np.linalg.norm(s[rank:]) / np.linalg.norm(s)
    return (q_b @ u[:, :rank]) * root, (root[:, None] * v[:rank]) @ q_a.T, lost


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--adapters", required=True, nargs="+", metavar="FILE=WEIGHT")
    parser.add_argument("--rank", type=int, default=64)
    parser.add_argument("--to", required=True)
    args = parser.parse_args()
    mixed = [(changes(path), float(weight)) for path, weight in (one.rsplit("=", 1) for one in args.adapters)]
    parts, lost = {}, []
    for name in mixed[0][0]:
        b = np.concatenate([weight * own[name][0] for own, weight in mixed], 1)
        a = np.concatenate([own[name][1] for own, _ in mixed], 0)
        parts[name + ".lora_b"], parts[name + ".lora_a"], share = reduced(b, a, args.rank)
        lost.append(share)
    write(args.to, parts, alpha=args.rank)
    print(f"lost of the norm: {np.mean(lost):.1%} on average, {max(lost):.1%} at most")


if __name__ == "__main__":
    main()
