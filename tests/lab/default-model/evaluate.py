"""Measures a trained state on tales that no training saw (FairytaleQA's validation split).

    python evaluate.py --base BASE.gguf --data FOLDER --state run/state.pt

Prints how well p_yes tells a chunk that answers from another one of the same tale (AUC), the mean
p_yes of both and of questions of general knowledge, the correction of p_yes that fits these chunks, alone
and among others (`calibration`), and the token F1 of greedy answers with the answering chunk shown; then,
of examples such as training has, how likely what should be said is (`loss`, in nats for a token), the AUC
of their verdicts, and the share of attention that the evidence gets.
Without `--state` the base model is measured.
"""

import argparse
import json
import math
import os
import random
import string

import torch

import general
from base import Base, Looks, Model
from examples import END, Pieces, prompts
from tasks import Tasks, fairytales
from train import PROMPTS, pack


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--state")
    parser.add_argument("--questions", type=int, default=60)
    parser.add_argument("--answers", type=int, default=20)
    parser.add_argument("--rows", type=int, default=100, help="examples such as training has")
    parser.add_argument("--rank", type=int, default=32)
    parser.add_argument("--threads", type=int)
    return parser.parse_args()


def f1(answer, references):
    """Token F1 as LongBench computes it, the best over references."""
    normal = lambda text: [
        word
        for word in "".join(c for c in text.lower() if c not in string.punctuation).split()
        if word not in ("a", "an", "the")
    ]
    best, own = 0.0, normal(answer)
    for reference in map(normal, references):
        common = sum(min(own.count(word), reference.count(word)) for word in set(own))
        if common:
            precision, recall = common / len(own), common / len(reference)
            best = max(best, 2 * precision * recall / (precision + recall))
    return best


def auc(positives, negatives):
    """The share of pairs that are in the right order; no number without pairs."""
    order = [(a > b) + 0.5 * (a == b) for a in positives for b in negatives]
    return sum(order) / len(order) if order else math.nan


def logit(p):
    p = min(max(p, 1e-6), 1 - 1e-6)
    return math.log(p / (1 - p))


def corrected(p, bias, scale):
    return 1 / (1 + math.exp(-(scale * logit(p) + bias)))


def fit(judged, steps=50, precision=(0.02, 0.5)):
    """Bias and scale of p_yes, by the method and the prior of hwdag/src/calibration.rs."""
    bias, scale = 0.0, 1.0
    for _ in range(steps):
        slope, curve = [precision[0] * bias, precision[1] * (scale - 1)], [precision[0], 0.0, precision[1]]
        for p_yes, answers in judged:
            x, p = logit(p_yes), corrected(p_yes, bias, scale)
            slope = [slope[0] + p - answers, slope[1] + (p - answers) * x]
            curve = [c + p * (1 - p) * x**power for power, c in enumerate(curve)]
        determinant = curve[0] * curve[2] - curve[1] ** 2
        bias -= (curve[2] * slope[0] - curve[1] * slope[1]) / determinant
        scale = max(scale - (curve[0] * slope[1] - curve[1] * slope[0]) / determinant, 0.05)
    return bias, scale


def calibration_error(judged):
    """The mean distance of p_yes from the share that answers, in ten bins."""
    bins = [[] for _ in range(10)]
    for p_yes, answers in judged:
        bins[min(int(10 * p_yes), 9)].append(answers - p_yes)
    return sum(abs(sum(own)) for own in bins) / len(judged)


def calibration(judged):
    """The correction that fits, and the calibration error without it and, fitted on one half of the
    questions, on the other."""
    pairs = lambda questions: [pair for question in questions for pair in question]
    halves, apart = (judged[::2], judged[1::2]), []
    for own, other in (halves, halves[::-1]):
        bias, scale = fit(pairs(own))
        apart += [(corrected(p_yes, bias, scale), answers) for p_yes, answers in pairs(other)]
    bias, scale = fit(pairs(judged))
    return {
        "bias": round(bias, 3),
        "scale": round(scale, 3),
        "verdicts": len(pairs(judged)),
        "auc": round(auc(*([p for p, answers in pairs(judged) if answers == kind] for kind in (1, 0))), 3),
        "error": round(calibration_error(pairs(judged)), 3),
        "corrected": round(calibration_error(apart), 3),
    }


class Judge:
    """Asks the model as a search does."""

    def __init__(self, model, tasks):
        self.model, self.tasks, self.pieces = model, tasks, tasks.pieces

    def shown(self, question, chunks):
        example = self.tasks._open(question, None)
        for chunk in chunks:
            example.add(self.pieces.line(chunk))
        return example

    def scores(self, example):
        inputs, *_ = pack([example], "cpu")
        tokens, positions, biases, _ = inputs
        with torch.no_grad():
            return self.model(tokens, positions, biases, torch.tensor([len(tokens) - 1]))[0]

    def p_yes(self, question, chunks):
        example = self.shown(question, chunks)
        example.ask(self.pieces.reply, self.tasks.yes, 1.0, "yes")
        found = self.scores(example)
        return torch.sigmoid(found[self.tasks.yes] - found[self.tasks.no]).item()

    def answer(self, question, chunks, most=24):
        words, example = self.pieces.words, self.shown(question, chunks)
        example.add(self.pieces.reply + words["YES"] + self.pieces.next + words["ANSWER"] + self.pieces.reply)
        written = []
        for _ in range(most):
            example.targets = [(len(example.tokens) - 1, 0, 1.0, "answer")]
            token = self.scores(example).argmax().item()
            if token == END:
                break
            written.append(token)
            example.add([token])
        return self.pieces._tokenizer.decode(written)


def among_others(judge, tale, question, rng):
    """p_yes of the answering chunk among one to three others that are not beside it, and of these others."""
    (place,) = question["gold"].parts
    others = [chunk for n, chunk in enumerate(tale.chunks) if abs(n - place) > 1]
    others = rng.sample(others, min(rng.randint(1, 3), len(others)))
    if not others:
        return []
    shown = list(others)
    shown.insert(rng.randint(0, len(shown)), tale.chunks[place])
    ask = lambda chunks: judge.p_yes(question["question"], chunks)
    return [(ask(shown), 1), (ask(others), 0)]


def rows(tasks, count):
    """Searches on tales that no training saw, half of them as hard as any."""
    rng, found = random.Random(11), []
    while len(found) < count:
        tasks.ease = 0.5 * (len(found) % 2)
        example = tasks.search(rng)
        if example.targets and len(example.tokens) < 1500:
            found.append(example)
    return found


def losses(model, tasks, examples):
    """How well the model predicts what these examples say."""
    found, verdicts, looked = {}, {"yes": [], "no": []}, []
    for example in examples:
        inputs, wanted, weights, kinds = pack([example], "cpu")
        looks = Looks([example.evidence])
        with torch.no_grad():
            scores = model(*inputs, looks)
        said = torch.sigmoid(scores[:, tasks.yes] - scores[:, tasks.no]).tolist()
        own = torch.nn.functional.cross_entropy(scores, wanted, reduction="none").tolist()
        for loss, kind, p_yes, weight in zip(own, kinds, said, weights.tolist()):
            if weight:
                found.setdefault(kind, []).append(loss)
                verdicts.get(kind, []).append(p_yes)
        if looks.shares:
            looked.append(looks.loss().item())
    mean = lambda values: sum(values) / max(len(values), 1)
    return {
        "loss": {kind: round(mean(values), 3) for kind, values in sorted(found.items())},
        "auc": round(auc(verdicts["yes"], verdicts["no"]), 3),
        "evidence": round(math.exp(-mean(looked)), 3),
        "rows": len(examples),
    }


def main():
    args = arguments()
    if args.threads:
        torch.set_num_threads(args.threads)
    base = Base(args.base)
    pieces = Pieces(base.tokenizer, prompts(PROMPTS))
    tales = fairytales(pieces, os.path.join(args.data, "fairytaleqa-val.jsonl"))
    model = Model(base, args.rank, 2.0)
    if args.state:
        model.load_state_dict(torch.load(args.state, map_location="cpu")["model"])
    tasks = Tasks(pieces, tales, [])
    judge = Judge(model, tasks)
    rng = random.Random(7)
    asked = [(tale, q) for tale in tales for q in tale.asked if q["explicit"] and len(q["gold"].parts) == 1]
    asked = rng.sample(asked, min(args.questions, len(asked)))
    right, wrong, elsewhere, scored, judged = [], [], [], [], []
    for number, (tale, q) in enumerate(asked):
        gold = tale.chunks[next(iter(q["gold"].parts))]
        other = rng.choice([chunk for chunk in tale.chunks if chunk is not gold])
        right.append(judge.p_yes(q["question"], [gold]))
        wrong.append(judge.p_yes(q["question"], [other]))
        judged.append([(right[-1], 1), (wrong[-1], 0), *among_others(judge, tale, q, rng)])
        if number % 3 == 0:
            elsewhere.append(judge.p_yes(rng.choice(general.questions()), [gold]))
        if number < args.answers:
            answer = judge.answer(q["question"], [gold])
            scored.append(f1(answer, q["answers"]))
            print(json.dumps({"question": q["question"], "answer": answer, "references": q["answers"]}))
    mean = lambda values: round(sum(values) / max(len(values), 1), 3)
    print(
        json.dumps(
            {
                "auc": round(auc(right, wrong), 3),
                "p_yes": {"answered": mean(right), "not": mean(wrong), "general": mean(elsewhere)},
                "f1": round(100 * sum(scored) / max(len(scored), 1), 1),
                "calibration": calibration(judged),
                "questions": len(right),
                "answers": len(scored),
            }
        )
    )
    print(json.dumps(losses(model, tasks, rows(tasks, args.rows))))


if __name__ == "__main__":
    main()
