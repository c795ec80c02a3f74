"""Rows of examples, as the model's input: each row holds several, which do not see each other."""

from dataclasses import dataclass

import numpy as np
import torch

from base import Looks


@dataclass
class Batch:
    """Rows of examples. `parts` numbers the examples of a row, `branches` the branches of an example."""

    tokens: torch.Tensor
    positions: torch.Tensor
    parts: torch.Tensor
    branches: torch.Tensor
    # Numbered across all rows: the place that predicts; then the predicted token, its weight and its kind.
    places: torch.Tensor
    wanted: torch.Tensor
    weights: torch.Tensor
    kinds: list
    # Row and place of every lookup, and the places of the row that hold its evidence.
    looking: torch.Tensor
    evidence: torch.Tensor

    def to(self, device):
        return Batch(**{k: v.to(device) if torch.is_tensor(v) else v for k, v in vars(self).items()})

    def sees(self):
        """Which token sees which: earlier ones of its example, in the trunk or in its own branch."""
        same = self.parts[:, :, None] == self.parts[:, None, :]
        open_to = (self.branches[:, None, :] == 0) | (self.branches[:, :, None] == self.branches[:, None, :])
        return (same & open_to).tril()

    def looks(self):
        return Looks(self.looking[:, 0], self.looking[:, 1], self.evidence)


def pack(rows, length):
    """Makes a batch of rows of examples; each row is padded to `length`."""
    shape = (len(rows), length)
    tokens, positions, branches = (np.zeros(shape, np.int64) for _ in range(3))
    parts = np.full(shape, -1, np.int64)
    targets, looking, evidence = [], [], []
    for number, row in enumerate(rows):
        start = 0
        for part, example in enumerate(row):
            end = start + len(example.tokens)
            tokens[number, start:end] = example.tokens
            positions[number, start:end] = example.positions
            branches[number, start:end] = example.branches
            parts[number, start:end] = part
            targets += [(number * length + start + at, *rest) for at, *rest in example.targets]
            for at, places in example.evidence:
                looking.append((number, start + at))
                mask = np.zeros(length, bool)
                mask[[start + place for place in places]] = True
                evidence.append(mask)
            start = end
    places, wanted, weights, kinds = zip(*targets)
    return Batch(
        *(torch.from_numpy(values) for values in (tokens, positions, parts, branches)),
        torch.tensor(places),
        torch.tensor(wanted),
        torch.tensor(weights, dtype=torch.float),
        list(kinds),
        torch.tensor(looking, dtype=torch.long).reshape(-1, 2),
        torch.from_numpy(np.array(evidence, bool).reshape(-1, length)),
    )


def fill(draw, rows, length):
    """Draws examples into rows, each into the fullest row with room, until one fits in no row."""
    filled, used = [[] for _ in range(rows)], [0] * rows
    while True:
        example = draw()
        if not example.targets or len(example.tokens) > length:
            continue
        fitting = [n for n in range(rows) if used[n] + len(example.tokens) <= length]
        if not fitting:
            return filled
        best = max(fitting, key=lambda n: used[n])
        filled[best].append(example)
        used[best] += len(example.tokens)
