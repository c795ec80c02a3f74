"""Trains the adapter that makes SmolLM2-135M-Instruct read for Pecan.

    python train.py --base BASE.gguf --data FOLDER --out FOLDER

A run is seeded: the examples of a step follow from the seed and the step's number. It is made for a graphics card; on
a processor it works, but slowly. Every `--check` steps it measures the state on tales not used in training.
"""

import argparse
import json
import math
import os
import random
import time

import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

import corpora
from base import Base, Model, load_adapter
from batches import fill, pack
from evaluate import Examination
from examples import PROMPTS, Pieces, prompts
from tasks import Tasks, fairytales, novels

KINDS = ("yes", "no", "answer", "point", "pair", "noun")
# The share of itself that the mean of the parameters keeps at every step.
KEPT = 0.998


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", required=True)
    parser.add_argument("--data", required=True, help="the folder with the training data")
    parser.add_argument("--out", required=True)
    parser.add_argument("--start", help="an adapter (GGUF) to begin with")
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--rows", type=int, default=16, help="rows of a step")
    parser.add_argument("--length", type=int, default=2048, help="tokens of a row")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--decay", type=float, default=0.01, help="weight decay")
    parser.add_argument("--look", type=float, default=0.3, help="weight of looking at the evidence")
    parser.add_argument("--many", type=float, default=0.3, help="share of many questions about the same chunks")
    parser.add_argument("--noise", type=float, default=0.0, help="NEFTune's alpha, for texts of 500 tokens")
    parser.add_argument("--easy", type=int, default=200, help="steps until searches are as hard as any")
    parser.add_argument("--rank", type=int, default=64)
    parser.add_argument("--scale", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, help="train for so long, in place of --steps")
    parser.add_argument("--workers", type=int, default=6)
    parser.add_argument("--check", type=int, default=500)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser.parse_args()


class Batches(IterableDataset):
    """An endless series of batches. The workers take turns, so that their number changes nothing."""

    def __init__(self, tasks, args):
        self.tasks, self.args = tasks, args

    def __iter__(self):
        info, args = get_worker_info(), self.args
        worker, workers = (info.id, info.num_workers) if info else (0, 1)
        step = worker
        while True:
            rng = random.Random(f"{args.seed}/{step}")
            ease = max(1.0 - step / args.easy, 0.0) if args.easy else 0.0
            yield pack(fill(lambda: self.tasks.draw(rng, ease), args.rows, args.length), args.length)
            step += workers


def all_tasks(pieces, args):
    """All tasks, from the corpora of the data folder."""
    file = lambda *names: os.path.join(args.data, *names)
    tales = fairytales(pieces, file("fairytaleqa-train.jsonl"))
    books = novels(pieces, file("litbank.jsonl"))
    names = corpora.litbank_names(file("litbank.jsonl"))
    others = [
        (0.22, corpora.qamr(pieces, file("qamr"))[: -corpora.HELD_BACK]),
        (0.06, corpora.abstracts(pieces, file("pubmedqa"))),
    ]
    return Tasks(pieces, tales, books, others, names + corpora.gum_names(file("gum")), args.many)


def rate_at(share, step, args):
    """The learning rate: a warm-up over 50 steps, then a cosine down to a hundredth."""
    return args.rate * min((step + 1) / 50, 1.0) * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * min(share, 1.0))))


def likelihoods(losses, kinds):
    """The geometric mean probability of the right token, by kind."""
    found = {}
    for kind in KINDS:
        own = [loss for loss, k in zip(losses, kinds) if k == kind]
        if own:
            found[kind] = round(math.exp(-sum(own) / len(own)), 3)
    return found


def train(model, batches, args, check):
    """Trains `model`, and returns the mean of its last parameters and the number of steps."""
    trained = list(model.parameters())
    optimizer = torch.optim.AdamW(trained, lr=args.rate, betas=(0.9, 0.98), weight_decay=args.decay)
    mean = [p.detach().clone() for p in trained]
    log = open(os.path.join(args.out, "log.jsonl"), "a", encoding="utf-8")
    began = time.monotonic()
    for step, batch in enumerate(batches):
        passed = time.monotonic() - began
        share = passed / args.seconds if args.seconds else step / args.steps
        if share >= 1.0:
            break
        for group in optimizer.param_groups:
            group["lr"] = rate_at(share, step, args)
        batch = batch.to(args.device)
        looks = batch.looks()
        scores = model(batch.tokens, batch.positions, batch.sees(), batch.places, looks)
        losses = F.cross_entropy(scores, batch.wanted, reduction="none")
        loss = (losses * batch.weights).sum() / batch.weights.sum().clamp(min=1.0)
        looked = looks.loss()
        if looked is not None and args.look:
            loss = loss + args.look * looked
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        with torch.no_grad():
            # An early mean forgets faster.
            torch._foreach_lerp_(mean, trained, 1.0 - min(KEPT, (step + 1) / (step + 10)))
        if step % 50 == 0:
            line = {"step": step, "seconds": round(passed), "loss": round(loss.item(), 4)}
            line |= likelihoods(losses.tolist(), batch.kinds)
            if looked is not None:
                line["look"] = round(math.exp(-looked.item()), 3)
            print(json.dumps(line), file=log, flush=True)
        if step and step % args.check == 0:
            line = {"step": step, "seconds": round(time.monotonic() - began), **check(mean)}
            print(json.dumps(line), file=log, flush=True)
            print(args.out, json.dumps(line), flush=True)
    return mean, step


def main():
    args = arguments()
    torch.manual_seed(args.seed)
    torch.set_float32_matmul_precision("high")
    os.makedirs(args.out, exist_ok=True)
    base = Base(args.base)
    pieces = Pieces(base.tokenizer, prompts(PROMPTS))
    tasks = all_tasks(pieces, args)
    workers = dict(num_workers=args.workers, prefetch_factor=8) if args.workers else {}
    batches = DataLoader(Batches(tasks, args), batch_size=None, **workers)
    model = Model(base, args.rank, args.scale).to(args.device)
    model.noise = args.noise / (500 * base.width) ** 0.5
    if args.start:
        load_adapter(model, args.start)
    examination = Examination(model, pieces, args.data)

    def check(mean):
        """Measures the mean of the parameters."""
        own = [p.detach().clone() for p in model.parameters()]
        put(model, mean)
        model.eval()
        found = examination.losses()
        model.train()
        put(model, own)
        return found

    mean, step = train(model, batches, args, check)
    put(model, mean)
    model.eval()
    torch.save({"model": model.state_dict(), "step": step}, os.path.join(args.out, "state.pt"))
    found = {**examination.losses(), **examination.verdicts_and_answers()}
    print(args.out, json.dumps({"step": step, **found}), flush=True)


def put(model, values):
    """Sets the parameters of `model`."""
    with torch.no_grad():
        for parameter, value in zip(model.parameters(), values):
            parameter.copy_(value)


if __name__ == "__main__":
    main()
