"""Writes a trained adapter as GGUF, in the form in which llama.cpp loads adapters.

    python export.py --state OUT/state.pt --to adapter.gguf

Of several states, one of which was trained from the other, the mean is written.
"""

import argparse

import gguf
import torch

from base import MATRICES

Q8_0 = gguf.GGMLQuantizationType.Q8_0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--state", required=True, nargs="+")
    parser.add_argument("--to", required=True)
    parser.add_argument("--scale", type=float, default=2.0, help="as in the training")
    args = parser.parse_args()
    states = [torch.load(state, map_location="cpu") for state in args.state]
    model = {
        name: sum(state["model"][name].float() for state in states) / len(states)
        for name in states[0]["model"]
    }
    writer = gguf.GGUFWriter(args.to, "llama")
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_name("SmolLM2-135M-Instruct for Pecan")
    writer.add_description(
        "Low-rank adapter that changes SmolLM2-135M-Instruct (Apache-2.0); trained by the Pecan "
        "authors on FairytaleQA (Apache-2.0) and LitBank (CC BY 4.0)"
    )
    writer.add_license("apache-2.0")
    rank = model["layers.0.attn_q.a"].shape[0]
    # llama.cpp adds alpha / rank · B A.
    writer.add_float32("adapter.lora.alpha", args.scale * rank)
    writer.add_uint32("pecan.training_steps", sum(state["step"] for state in states))
    layers = sum(name.endswith("attn_q.a") for name in model)
    for layer in range(layers):
        for matrix in MATRICES:
            for ours, theirs in (("a", "lora_a"), ("b", "lora_b")):
                values = model[f"layers.{layer}.{matrix}.{ours}"].float().numpy()
                packed = gguf.quants.quantize(values, Q8_0)
                writer.add_tensor(f"blk.{layer}.{matrix}.weight.{theirs}", packed, raw_dtype=Q8_0)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    main()
