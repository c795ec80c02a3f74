"""Training examples: the app's own prompts, tokenised as in `hwdag`.

The wording is read from `prompts.rs`, so that changing it there changes the training. Every text
between two pieces is tokenised separately, as in hwdag/src/prompt_tokens.rs.
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
        """A node's line: a chunk's tokens unchanged, a point after its mark."""
        mark = [] if node.is_chunk else self.words["BULLET_MARK"]
        return mark + node.tokens + self.words["LINE_BREAK"]


@dataclass
class Node:
    """A chunk, or a point with the place of the sentence that it restates."""

    tokens: list
    is_chunk: bool
    start: int
    end: int
    content: set
    text: str = ""
    weight: float = 0.0
    # The offsets in the text at which a chunk's tokens begin.
    offsets: list = None


@dataclass
class Example:
    """Tokens with positions. A branch (a number above 0) sees the trunk before it and itself, and no other
    token sees it. One row can thus ask for a verdict after each of many nodes, as a search does."""

    tokens: list = field(default_factory=list)
    positions: list = field(default_factory=list)
    branches: list = field(default_factory=list)
    # The row that predicts, the token to predict, its weight and its kind.
    targets: list = field(default_factory=list)
    # A row, and the tokens that it must find: the answering sentence.
    evidence: list = field(default_factory=list)
    length: int = 0
    _branch: int = 0

    def add(self, tokens):
        self.positions += range(self.length, self.length + len(tokens))
        self.tokens += tokens
        self.branches += [0] * len(tokens)
        self.length += len(tokens)

    def write(self, tokens, weight, kind):
        """Adds tokens for the model to write to the trunk, which must be the last thing added."""
        for token in tokens:
            self.targets.append((len(self.tokens) - 1, token, weight, kind))
            self.add([token])

    def ask(self, header, verdict, weight, kind):
        """Adds a header in its own branch, after which the model must say `verdict`."""
        self._branch += 1
        self.positions += range(self.length, self.length + len(header))
        self.tokens += header
        self.branches += [self._branch] * len(header)
        self.targets.append((len(self.tokens) - 1, verdict, weight, kind))

    def branch(self, parts):
        """Adds a branch of parts: tokens to read, or (tokens, weight, kind) to write."""
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
        """Makes the last row find the tokens at these places."""
        if places:
            self.evidence.append((len(self.tokens) - 1, list(places)))
