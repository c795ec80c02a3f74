"""Measures a trained state on texts not used in training: FairytaleQA's validation split, and QAMR's last articles.

    python evaluate.py --base BASE.gguf --data FOLDER --state run/state.pt

Prints how well p_yes distinguishes an answering chunk from another one of the same text (AUC), the mean
p_yes of both and of general-knowledge questions, the correction of p_yes that fits these chunks, alone
and among others (`calibration`), and the token F1 of greedy answers with the answering chunk shown. Then
prints, for examples like those of the training, the loss of the right reply (`loss`, in nats per token), the
AUC of their verdicts, and the share of attention on the evidence.
Without `--state`, measures the base model.
"""

import argparse
import json
import math
import os
import random
import string

import torch

import corpora
import general
from base import Base, Model
from batches import fill, pack
from examples import END, PROMPTS, Example, Pieces, prompts
from tasks import Tasks, fairytales

# Rows computed at once.
ROWS = 16


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--state")
    parser.add_argument("--rank", type=int, default=64)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser.parse_args()


def f1(answer, references):
    """Token F1 as LongBench computes it, the best over the references."""
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
    """The share of pairs in the right order; NaN if there are none."""
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
    """The mean distance of p_yes from the share of answering nodes, in ten bins."""
    bins = [[] for _ in range(10)]
    for p_yes, answers in judged:
        bins[min(int(10 * p_yes), 9)].append(answers - p_yes)
    return sum(abs(sum(own)) for own in bins) / len(judged)


def calibration(judged):
    """The fitted correction, and the calibration error without it and with the correction fitted to the
    other half of the questions."""
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
    """Asks the model questions as a search does."""

    def __init__(self, model, tasks, device):
        self.model, self.tasks, self.pieces, self.device = model, tasks, tasks.pieces, device

    def shown(self, question, nodes):
        example = self.tasks._open(question, None)
        for node in nodes:
            example.add(self.pieces.line(node))
        return example

    @torch.no_grad()
    def scores(self, examples):
        """The scores of the token after each example."""
        found = []
        for first in range(0, len(examples), ROWS):
            some = examples[first : first + ROWS]
            for example in some:
                example.targets = [(len(example.tokens) - 1, 0, 1.0, "next")]
            length = max(len(example.tokens) for example in some)
            batch = pack([[example] for example in some], -(-length // 64) * 64).to(self.device)
            found.append(self.model(batch.tokens, batch.positions, batch.sees(), batch.places))
        return torch.cat(found)

    def p_yes(self, asked):
        """p_yes of every question, given the nodes shown with it."""
        examples = [self.shown(question, nodes) for question, nodes in asked]
        for example in examples:
            example.ask(self.pieces.reply, self.tasks.yes, 1.0, "yes")
        found = self.scores(examples)
        return torch.sigmoid(found[:, self.tasks.yes] - found[:, self.tasks.no]).tolist()

    def answers(self, asked, most=24):
        """The model's greedy answers."""
        words, pieces = self.pieces.words, self.pieces
        examples = [self.shown(question, nodes) for question, nodes in asked]
        written = [[] for _ in examples]
        for example in examples:
            example.add(pieces.reply + words["YES"] + pieces.next + words["ANSWER"] + pieces.reply)
        open_ones = list(range(len(examples)))
        for _ in range(most):
            if not open_ones:
                break
            tokens = self.scores([examples[n] for n in open_ones]).argmax(-1).tolist()
            for n, token in zip(list(open_ones), tokens):
                if token == END:
                    open_ones.remove(n)
                else:
                    written[n].append(token)
                    examples[n].add([token])
        return [pieces._tokenizer.decode(tokens) for tokens in written]


class Examination:
    """The measurements of a model, always on the same data."""

    def __init__(self, model, pieces, data, questions=200):
        file = lambda *names: os.path.join(data, *names)
        self.model, self.pieces, self.questions = model, pieces, questions
        self.device = next(model.parameters()).device
        texts = {"tales": fairytales(pieces, file("fairytaleqa-val.jsonl"))}
        if os.path.exists(file("qamr")):
            texts["articles"] = corpora.qamr(pieces, file("qamr"))[-corpora.HELD_BACK :]
        self.tasks = {name: Tasks(pieces, stories) for name, stories in texts.items()}
        self.texts = texts
        self.names = corpora.litbank_names(file("litbank.jsonl"), slice(40, 60))
        random.Random(5).shuffle(self.names)

    def losses(self, rows=24, length=2048):
        """How well the model predicts the targets of tales not used in training."""
        tasks = self.tasks["tales"]
        rng = random.Random(11)
        filled = fill(lambda: tasks.search(rng), rows, length)
        found, verdicts, looked = {}, {"yes": [], "no": []}, []
        for first in range(0, rows, ROWS):
            batch = pack(filled[first : first + ROWS], length).to(self.device)
            looks = batch.looks()
            with torch.no_grad():
                scores = self.model(batch.tokens, batch.positions, batch.sees(), batch.places, looks)
                own = torch.nn.functional.cross_entropy(scores, batch.wanted, reduction="none").tolist()
            said = torch.sigmoid(scores[:, tasks.yes] - scores[:, tasks.no]).tolist()
            looked.append(looks.loss().item())
            for loss, kind, p_yes, weight in zip(own, batch.kinds, said, batch.weights.tolist()):
                if weight:
                    found.setdefault(kind, []).append(loss)
                    verdicts.get(kind, []).append(p_yes)
        mean = lambda values: sum(values) / max(len(values), 1)
        return {
            "loss": {kind: round(mean(values), 3) for kind, values in sorted(found.items())},
            "auc": round(auc(verdicts["yes"], verdicts["no"]), 3),
            "evidence": round(math.exp(-mean(looked)), 3),
        }

    def verdicts_and_answers(self):
        return {"nouns": self.nouns(), **{name: self._of(name) for name in self.texts}}

    def nouns(self, most=400):
        """The share of names whose kind the model states correctly."""
        judge, right = Judge(self.model, self.tasks["tales"], self.device), 0
        names, examples = self.names[:most], []
        nouns = list(dict.fromkeys(corpora.LITBANK_NOUNS.values()))
        firsts = [self.pieces.text(" " + noun)[0] for noun in nouns]
        for name in names:
            example = Example()
            example.add(self.pieces.text(f"{name.sentence}\n\n{name.name} is a"))
            examples.append(example)
        for name, scores in zip(names, judge.scores(examples)):
            right += nouns[scores[firsts].argmax().item()] == name.noun
        return round(right / len(names), 3)

    def _of(self, name):
        judge, rng = Judge(self.model, self.tasks[name], self.device), random.Random(7)
        asked = [
            (text, q)
            for text in self.texts[name]
            for q in text.asked
            if q["explicit"] and len(q["chunks"].parts) == 1
        ]
        asked = rng.sample(asked, min(self.questions, len(asked)))
        gold = [(q["question"], [text.chunks[next(iter(q["chunks"].parts))]]) for text, q in asked]
        elsewhere = [(rng.choice(general.questions()), nodes) for _, nodes in gold[::3]]
        # For every question, the nodes shown with it, and whether they answer it.
        shown = [[(nodes, 1)] for _, nodes in gold]
        for (text, q), (_, nodes), own in zip(asked, gold, shown):
            others = [chunk for n, chunk in enumerate(text.chunks) if n not in q["chunks"].parts]
            if others:
                own.append(([rng.choice(others)], 0))
                among = rng.sample(others, min(rng.randint(1, 3), len(others)))
                own.append((sorted(among + nodes, key=lambda chunk: chunk.start), 1))
                own.append((among, 0))
        flat = [(q["question"], nodes) for (_, q), own in zip(asked, shown) for nodes, _ in own]
        found = iter(judge.p_yes(flat))
        judged = [[(next(found), answers) for _, answers in own] for own in shown]
        right = [own[0][0] for own in judged]
        wrong = [own[1][0] for own in judged if len(own) > 1]
        answers = judge.answers(gold)
        scored = [f1(answer, q["answers"]) for answer, (_, q) in zip(answers, asked)]
        mean = lambda values: round(sum(values) / max(len(values), 1), 3)
        return {
            "auc": round(auc(right, wrong), 3) if wrong else None,
            "p_yes": {"answered": mean(right), "not": mean(wrong), "general": mean(judge.p_yes(elsewhere))},
            "f1": round(100 * sum(scored) / max(len(scored), 1), 1),
            "right": mean([score >= 0.5 for score in scored]),
            "calibration": calibration(judged) if wrong else None,
            "questions": len(right),
            "examples": [(q["question"], answer, q["answers"][0]) for answer, (_, q) in list(zip(answers, asked))[:12]],
        }


def main():
    args = arguments()
    if args.threads:
        torch.set_num_threads(args.threads)
    base = Base(args.base)
    pieces = Pieces(base.tokenizer, prompts(PROMPTS))
    model = Model(base, args.rank, 2.0)
    if args.state:
        model.load_state_dict({k: v.float() for k, v in torch.load(args.state, map_location="cpu")["model"].items()})
    examination = Examination(model.to(args.device), pieces, args.data, args.questions)
    print(json.dumps(examination.losses()))
    print(json.dumps(examination.verdicts_and_answers(), indent=1))


if __name__ == "__main__":
    main()
