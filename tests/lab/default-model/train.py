"""Trains the adapter that makes SmolLM2-135M-Instruct read for Pecan.

    python train.py --base BASE.gguf --data FOLDER --out FOLDER --steps 900

A run is seeded and goes on after an interruption: the state is written every few minutes, and the
examples of a step follow from its number. Without a graphics card it takes all the threads that
PyTorch finds; `--threads 1` leaves a core for other work.
"""

import argparse
import json
import math
import os
import random
import time

import torch
import torch.nn.functional as F

from base import Base, Looks, Model, load_adapter
from examples import Pieces, prompts
from tasks import Tasks, fairytales, novels

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
PROMPTS = os.path.join(ROOT, "src-tauri/crates/hwdag/src/prompts.rs")
KINDS = ("yes", "no", "answer", "point")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", required=True)
    parser.add_argument("--data", required=True, help="the folder with fairytaleqa-train.jsonl")
    parser.add_argument("--out", required=True)
    parser.add_argument("--start", help="an adapter (GGUF) to go on from, with a new schedule")
    parser.add_argument("--steps", type=int, default=900)
    parser.add_argument("--tokens", type=int, default=2400, help="in a step, about")
    parser.add_argument("--longest", type=int, default=2048, help="tokens of an example at most")
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--look", type=float, default=0.0, help="weight of looking at the evidence")
    parser.add_argument("--many", type=float, default=0.0, help="share of many questions about the same chunks")
    parser.add_argument("--easy", type=int, default=400, help="steps until searches are as hard as any")
    parser.add_argument("--rank", type=int, default=32)
    parser.add_argument("--scale", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser.parse_args()


def batch_of(tasks, step, args):
    """The examples of a step."""
    rng = random.Random(f"{args.seed}/{step}")
    ease = max(1.0 - step / args.easy, 0.0) if args.easy else 0.0
    examples, tokens = [], 0
    while tokens < args.tokens:
        example = tasks.draw(rng, ease)
        if len(example.tokens) <= args.longest and example.targets:
            examples.append(example)
            tokens += len(example.tokens)
    return examples


def pack(examples, device):
    """Examples one behind the other, with who sees whom in each, and what is to be predicted."""
    tokens, positions, biases, targets = [], [], [], []
    for example in examples:
        targets += [(len(tokens) + row, token, weight, kind) for row, token, weight, kind in example.targets]
        tokens += example.tokens
        positions += example.positions
        sees = example.mask()
        count = len(example.tokens)
        sees = torch.ones(count, count, dtype=torch.bool).tril() if sees is None else torch.from_numpy(sees)
        bias = torch.zeros(count, count).masked_fill(~sees, float("-inf"))
        biases.append(bias.to(torch.bfloat16).to(device))
    to = lambda values, kind: torch.tensor(values, dtype=kind, device=device)
    rows, wanted, weights, kinds = zip(*targets)
    return (
        (to(tokens, torch.long), to(positions, torch.long), biases, to(rows, torch.long)),
        to(wanted, torch.long),
        to(weights, torch.float),
        kinds,
    )


def rate_at(step, args):
    """Warm-up over 20 steps, then a cosine down to a twentieth."""
    if step < 20:
        return args.rate * (step + 1) / 20
    share = (step - 20) / max(args.steps - 20, 1)
    return args.rate * (0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi * min(share, 1.0))))


def told(losses, kinds):
    """Mean probability of the right token, by kind: the geometric mean."""
    found = {}
    for kind in KINDS:
        own = [loss for loss, k in zip(losses, kinds) if k == kind]
        if own:
            found[kind] = round(math.exp(-sum(own) / len(own)), 3)
    return found


def write_whole(path, write):
    """Writes a file beside `path` and puts it there once it is whole."""
    write(path + ".part")
    os.replace(path + ".part", path)


def main():
    args = arguments()
    if args.threads:
        torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    os.makedirs(args.out, exist_ok=True)
    base = Base(args.base)
    pieces = Pieces(base.tokenizer, prompts(PROMPTS))
    file = lambda name: os.path.join(args.data, name)
    tasks = Tasks(
        pieces,
        fairytales(pieces, file("fairytaleqa-train.jsonl")),
        novels(pieces, file("litbank.jsonl")),
        args.many,
    )
    model = Model(base, args.rank, args.scale).to(args.device)
    trained = list(model.parameters())
    optimizer = torch.optim.AdamW(trained, lr=args.rate, betas=(0.9, 0.98), weight_decay=0.01)
    state, step = os.path.join(args.out, "state.pt"), 0
    if os.path.exists(state):
        kept = torch.load(state, map_location=args.device)
        model.load_state_dict(kept["model"])
        optimizer.load_state_dict(kept["optimizer"])
        step = kept["step"]
    elif args.start:
        load_adapter(model, args.start)
    log = open(os.path.join(args.out, "log.jsonl"), "a", encoding="utf-8")
    saved = time.monotonic()
    while step < args.steps:
        began = time.monotonic()
        examples = batch_of(tasks, step, args)
        inputs, wanted, weights, kinds = pack(examples, args.device)
        looks = Looks([example.evidence for example in examples])
        losses = F.cross_entropy(model(*inputs, looks), wanted, reduction="none")
        loss = (losses * weights).sum() / weights.sum().clamp(min=1.0)
        looked = looks.loss()
        if looked is not None and args.look:
            loss = loss + args.look * looked
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        for group in optimizer.param_groups:
            group["lr"] = rate_at(step, args)
        optimizer.step()
        step += 1
        seconds = time.monotonic() - began
        line = {
            "step": step,
            "loss": round(loss.item(), 4),
            "tokens": len(inputs[0]),
            "rate": round(len(inputs[0]) / seconds),
            **told(losses.tolist(), kinds),
        }
        if looked is not None:
            line["look"] = round(math.exp(-looked.item()), 3)
        print(json.dumps(line), file=log, flush=True)
        if time.monotonic() - saved > 120 or step == args.steps:
            kept = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": step}
            write_whole(state, lambda path: torch.save(kept, path))
            saved = time.monotonic()


if __name__ == "__main__":
    main()
