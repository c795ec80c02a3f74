"""Sentences, words and grounding: how much of a text occurs in another."""

import re

ABBREVIATIONS = {"Mr", "Mrs", "Ms", "Dr", "St", "Capt", "Col", "Gen", "Rev", "Esq", "No", "Prof"}
# An end mark, closing quotes, white space, and the possible beginning of a sentence.
_END = re.compile(r"([.!?]+[\"'”’)\]]*)\s+(?=[\"'“‘(\[]?[A-Z0-9])|\n\s*\n")
_WORD = re.compile(r"[A-Za-zÀ-ÿ0-9]+(?:['’-][A-Za-zÀ-ÿ0-9]+)*")

FUNCTION_WORDS = set(
    """a an the this that these those and or but nor so yet for of to in on at by from with without
    into onto upon over under about after before between through during against as than then when
    while where who whom whose which what why how if because though although until unless be am is
    are was were been being do does did done doing have has had having will would shall should can
    could may might must not no yes i you he she it we they me him her us them my your his its our
    their mine yours hers ours theirs myself yourself himself herself itself themselves there here
    out up down off again once all any both each few more most other some such only own same very
    just too also now one ones ever never s t d ll re ve m don didn doesn isn wasn won couldn""".split()
)


def sentences(text):
    """The ranges of the sentences of `text`, without surrounding white space."""
    ranges, start = [], 0
    for end in _END.finditer(text):
        mark = end.end(1) if end.group(1) else end.start()
        before = text[start:mark].rsplit(None, 1)
        last = before[-1].strip(".\"'“‘(") if before else ""
        if end.group(1) and (last in ABBREVIATIONS or (len(last) == 1 and last.isupper() and last != "I")):
            continue
        ranges.append((start, mark))
        start = end.end()
    ranges.append((start, len(text)))
    trimmed = []
    for first, last in ranges:
        part = text[first:last]
        lead = len(part) - len(part.lstrip())
        if part.strip():
            trimmed.append((first + lead, first + len(part.rstrip())))
    return trimmed


def fold(word):
    """A word roughly without its inflection, for comparisons."""
    word = word.lower().replace("’", "'")
    word = re.sub(r"'s?$", "", word)
    for ending, stem in (("ies", "y"), ("ied", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""), ("ly", "")):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: len(word) - len(ending)] + stem
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiousl":
        word = word[:-1]
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


def words(text):
    return _WORD.findall(text)


def content(text):
    """The folded content words of a text."""
    return [fold(word) for word in words(text) if word.lower() not in FUNCTION_WORDS]


def share_found(text, source):
    """The share of the content words of `text` that the set `source` contains; 1 if there are none."""
    wanted = content(text)
    return sum(word in source for word in wanted) / len(wanted) if wanted else 1.0
