"""Training examples: the product's own prompts, cut into tokens as `hwdag` cuts them.

The words are read from `prompts.rs`, so that a change of them changes what is trained. Every text
between two pieces is tokenised by itself, as hwdag/src/pieces.rs does.
"""

import os
import re
from dataclasses import dataclass, field

USER, REPLY = "<|im_start|>user\n", "<|im_end|>\n<|im_start|>assistant\n"
NEXT = "<|im_end|>\n<|im_start|>user\n"
START, END = 1, 2
CHUNK = 300

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
PROMPTS = os.path.join(ROOT, "src-tauri/crates/hwdag/src/prompts.rs")


def prompts(path):
    """The constants of prompts.rs by name."""
    source = open(path, encoding="utf-8").read()
    found = re.findall(r'pub const (\w+): &str =\s*"((?:[^"\\]|\\.)*)";', source, re.DOTALL)
    text = lambda raw: re.sub(r"\\\n\s*", "", raw).replace("\\n", "\n").replace('\\"', '"')
    return {name: text(raw) for name, raw in found}


class Pieces:
    """The prompts and the chat template as tokens."""

    def __init__(self, tokenizer, words):
        self._tokenizer = tokenizer
        self.words = {name: self.text(text) for name, text in words.items()}
        self.user, self.reply, self.next = map(self.template, (USER, REPLY, NEXT))

    def text(self, text):
        return self._tokenizer.encode(text).ids

    def template(self, text):
        tokens = []
        for part in re.split(r"(<\|im_start\|>|<\|im_end\|>)", text):
            mark = {"<|im_start|>": [START], "<|im_end|>": [END]}.get(part)
            tokens += mark if mark else self.text(part) if part else []
        return tokens

    def line(self, node):
        """A node's line: a chunk's tokens as they are, a point behind its mark."""
        mark = [] if node.is_chunk else self.words["BULLET_MARK"]
        return mark + node.tokens + self.words["LINE_BREAK"]


@dataclass
class Node:
    """A chunk, or a point with the place of the sentence that it tells."""

    tokens: list
    is_chunk: bool
    start: int
    end: int
    content: set
    text: str = ""
    weight: float = 0.0
    # Where the tokens of a chunk begin in the text.
    offsets: list = None


@dataclass
class Example:
    """Tokens with positions. A branch (a number above 0) sees the trunk before it and itself, and
    nothing sees it: so one row asks for a verdict after many nodes, as a search does."""

    tokens: list = field(default_factory=list)
    positions: list = field(default_factory=list)
    branches: list = field(default_factory=list)
    # The row that predicts, the token to be predicted, its weight, and what it is.
    targets: list = field(default_factory=list)
    # A row, and the tokens that it has to find: the sentence that answers.
    evidence: list = field(default_factory=list)
    length: int = 0
    _branch: int = 0

    def add(self, tokens):
        self.positions += range(self.length, self.length + len(tokens))
        self.tokens += tokens
        self.branches += [0] * len(tokens)
        self.length += len(tokens)

    def write(self, tokens, weight, kind):
        """Adds tokens to the trunk that the model is to write; the trunk must end right before."""
        for token in tokens:
            self.targets.append((len(self.tokens) - 1, token, weight, kind))
            self.add([token])

    def ask(self, header, verdict, weight, kind):
        """A header in a branch of its own, after which `verdict` is to be said."""
        self._branch += 1
        self.positions += range(self.length, self.length + len(header))
        self.tokens += header
        self.branches += [self._branch] * len(header)
        self.targets.append((len(self.tokens) - 1, verdict, weight, kind))

    def branch(self, parts):
        """Parts of a branch of its own: tokens that are read, or (tokens, weight, kind) to be written."""
        self._branch += 1
        length = self.length
        for part in parts:
            tokens, *written = part if isinstance(part, tuple) else (part,)
            for token in tokens:
                if written:
                    self.targets.append((len(self.tokens) - 1, token, *written))
                self.positions.append(length)
                self.tokens.append(token)
                self.branches.append(self._branch)
                length += 1

    def look(self, places):
        """The last row has to find the tokens at these places."""
        if places:
            self.evidence.append((len(self.tokens) - 1, list(places)))
