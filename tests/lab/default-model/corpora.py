"""Questions about texts other than tales, and names with their kinds.

Each corpus is read in its repository's format: QAMR (questions about sentences of Wikipedia and Wikinews), PubMedQA
(abstracts, answered with Yes or No), GUM and LitBank (names).
"""

import glob
import json
import os
import re
from dataclasses import dataclass

from tasks import Story
from text import sentences

# The number of QAMR's last articles that are never trained on.
HELD_BACK = 12
# Tokens without a space before them, and tokens without one after them.
_LEFT = re.compile(r"^(?:[.,:;?!%)\]}’]|''|'s|'m|'d|'ll|'re|'ve|n't)")
_RIGHT = {"(", "[", "{", "``", "$", "£", "#", "-LRB-", "‘", "“"}
_PLAIN = {"``": '"', "''": '"', "-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]"}


def joined(tokens):
    """Builds a sentence from its tokens, and returns the range of each in it."""
    text, places, open_quote = "", [], False
    for number, token in enumerate(tokens):
        before = tokens[number - 1] if number else None
        close = number == 0 or _LEFT.match(token) or token in ("-RRB-", "-RSB-") or before in _RIGHT
        if token == '"':
            close, open_quote = close or open_quote, not open_quote
        elif before == '"' and open_quote:
            close = True
        word = _PLAIN.get(token, token)
        text += word if close else " " + word
        places.append((len(text) - len(word), len(text)))
    return text, places


def qamr(pieces, folder):
    """QAMR's articles: their sentences in order, and the questions of three people about some of them."""
    asked = {}
    for name in ("dev.tsv", "test.tsv"):
        for line in open(os.path.join(folder, "filtered", name), encoding="utf-8"):
            sentence, *_, question, answer, _, _ = line.rstrip("\n").split("\t")
            asked.setdefault(sentence, {}).setdefault(question, [int(n) for n in answer.split()])
    articles = {}
    for line in open(os.path.join(folder, "wiki-sentences.tsv"), encoding="utf-8"):
        sentence, tokens = line.rstrip("\n").split("\t")
        articles.setdefault(":".join(sentence.split(":")[:3]), []).append((sentence, tokens.split(" ")))
    stories = []
    for sentences_of in articles.values():
        text, questions = "", []
        place = lambda name: [int(n) for n in name.split(":")[3:]]
        for name, tokens in sorted(sentences_of, key=lambda item: place(item[0])):
            sentence, places = joined(tokens)
            text += " " if text else ""
            start = len(text)
            text += sentence
            for question, answer in asked.get(name, {}).items():
                # Answers that are not contiguous read badly.
                if answer and answer == list(range(answer[0], answer[-1] + 1)) and answer[-1] < len(places):
                    said = sentence[places[answer[0]][0] : places[answer[-1]][1]]
                    questions.append(_question(question, said, start, len(text)))
        if questions:
            stories.append(Story(pieces, text, questions))
    return stories


def abstracts(pieces, folder):
    """PubMedQA's abstracts without their conclusions; their questions are answered with Yes or No."""
    stories = []
    for entry in json.load(open(os.path.join(folder, "ori_pqal.json"), encoding="utf-8")).values():
        if entry["final_decision"] in ("yes", "no"):
            text = " ".join(" ".join(part.split()) for part in entry["CONTEXTS"])
            answer = entry["final_decision"].capitalize()
            stories.append(Story(pieces, text, [_question(entry["QUESTION"], answer, 0, len(text))]))
    return stories


def _question(question, answer, start, end):
    question = " ".join(question.split())
    question = question[:1].upper() + question[1:]
    return {"question": question, "answers": [answer], "start": start, "end": end, "explicit": True}


@dataclass
class Name:
    """A name, a sentence that contains it, and the noun for its kind."""

    name: str
    sentence: str
    noun: str


LITBANK_NOUNS = {
    "PER": "person", "FAC": "place", "GPE": "place", "LOC": "place", "ORG": "organization", "VEH": "thing",
}
GUM_NOUNS = {
    "person": "person", "animal": "person", "place": "place", "organization": "organization", "object": "thing",
    "event": "thing", "abstract": "thing",
}
# The genres of GUM whose texts may be used freely.
GUM_GENRES = ("academic", "bio", "court", "interview", "news", "voyage")


def litbank_names(path, books=slice(40)):
    """Names in the first books of LitBank; the others are reserved for measuring."""
    found = []
    for row in [json.loads(line) for line in open(path, encoding="utf-8")][books]:
        ranges = sentences(row["text"])
        for entity in row["entities"]:
            for start, end, kind in entity["mentions"]:
                name = row["text"][start:end]
                own = [place for place in ranges if place[0] <= start and end <= place[1]]
                if kind == "PROP" and own and name[:1].isupper():
                    sentence = " ".join(row["text"][slice(*own[0])].split())
                    found.append(Name(" ".join(name.split()), sentence, LITBANK_NOUNS[entity["type"]]))
    return found


def gum_names(folder):
    """Names in GUM: entities all of whose words are proper nouns."""
    found = []
    for genre in GUM_GENRES:
        for path in sorted(glob.glob(os.path.join(folder, "dep", f"GUM_{genre}_*.conllu"))):
            for block in open(path, encoding="utf-8").read().split("\n\n"):
                found += _names_of_sentence(block)
    return found


def _names_of_sentence(block):
    text = re.search(r"^# text = (.*)$", block, re.MULTILINE)
    rows = [line.split("\t") for line in block.split("\n") if re.match(r"\d+\t", line)]
    if not text:
        return []
    opened, found = [], []
    for number, row in enumerate(rows):
        marks = re.search(r"(?:^|\|)Entity=([^|]*)", row[9])
        for mark in re.findall(r"\([^()]+\)?|\d+\)", marks[1] if marks else ""):
            if mark.startswith("("):
                opened.append((mark.strip("()").split("-"), number))
            if mark.endswith(")") and opened:
                wanted = mark[:-1] if not mark.startswith("(") else opened[-1][0][0]
                at = max((n for n, (parts, _) in enumerate(opened) if parts[0] == wanted), default=None)
                if at is not None:
                    (_, kind, *_), first = opened.pop(at)
                    span = rows[first : number + 1]
                    if kind in GUM_NOUNS and len(span) <= 5 and all(r[3] == "PROPN" for r in span):
                        name = "".join(r[1] + ("" if "SpaceAfter=No" in r[9] else " ") for r in span).strip()
                        if name in text[1]:
                            found.append(Name(name, text[1], GUM_NOUNS[kind]))
    return found
