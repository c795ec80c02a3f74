"""Writes a trained adapter as GGUF, in the format that llama.cpp loads.

    python export.py --state OUT/state.pt --to adapter.gguf
"""

import argparse

import gguf
import torch

from base import MATRICES

Q8_0 = gguf.GGMLQuantizationType.Q8_0


def write(path, parts, alpha):
    """Writes the parts A and B of all matrices; llama.cpp adds alpha / rank · B A."""
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_name("SmolLM2-135M-Instruct for Pecan")
    writer.add_description(
        "Low-rank adapter that changes SmolLM2-135M-Instruct (Apache-2.0); trained by the Pecan authors on "
        "FairytaleQA (Apache-2.0), LitBank (CC BY 4.0), QAMR (MIT), PubMedQA (MIT) and GUM (CC BY 4.0)"
    )
    writer.add_license("apache-2.0")
    writer.add_float32("adapter.lora.alpha", alpha)
    for name in sorted(parts):
        packed = gguf.quants.quantize(parts[name].astype("float32"), Q8_0)
        writer.add_tensor(name, packed, raw_dtype=Q8_0)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--state", required=True)
    parser.add_argument("--to", required=True)
    parser.add_argument("--scale", type=float, default=2.0, help="as in the training")
    args = parser.parse_args()
    model = torch.load(args.state, map_location="cpu")["model"]
    layers = sum(name.endswith("attn_q.a") for name in model)
    parts = {
        f"blk.{layer}.{matrix}.weight.lora_{part}": model[f"layers.{layer}.{matrix}.{part}"].float().numpy()
        for layer in range(layers)
        for matrix in MATRICES
        for part in "ab"
    }
    write(args.to, parts, args.scale * model["layers.0.attn_q.a"].shape[0])


if __name__ == "__main__":
    main()
