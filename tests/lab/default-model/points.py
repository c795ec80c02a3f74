"""The points that the model is trained to write: the sentences that matter, close to the text's words.

A sentence matters if it contains the answer to an expert's question (FairytaleQA), relates an event of
a named person, or opens a scene. The point is the sentence without its connective, cut at semicolons.
A name replaces the pronoun that it begins with if the reference is certain: by LitBank's coreference,
or if only one person can be meant.
"""

import re
from dataclasses import dataclass

from text import content, sentences, words

CONNECTIVES = re.compile(
    r"^(?:and|but|so|then|for|now|yet|or|however|therefore|well|thus|indeed|accordingly)\b[,]?\s+",
    re.IGNORECASE,
)
MALE = set("king prince father boy man son brother husband lord knight wizard giant servant soldier fisherman emperor uncle grandfather lad shepherd miller tailor hunter farmer gentleman monk priest huntsman smith bridegroom merchant".split())
FEMALE = set("queen princess mother girl woman daughter sister wife lady witch maiden stepmother aunt grandmother maid fairy bride lass widow nurse housewife".split())
SUBJECT = re.compile(
    r"^(?:(?:The|An?|His|Her|Their)\s+(?:[a-z-]+\s+){0,2}?(?P<noun>[a-z]+)|(?P<name>[A-Z][a-z]+(?:\s+[A-Z][a-z]+)*))\s+(?P<verb>[a-z]+)\b"
)
NOT_NAMES = set("The A An In On At When While After Before As If There Then This That These Those It He She They We You I But And So For Now One Once All Some Many What Who Why How Where Here No Not Oh Ah Yes His Her Their My Our Your To By From With Of Up Down At Suddenly Soon Meanwhile Next Upon Under Over".split())


@dataclass
class Fact:
    """The point of a sentence, the sentence's place, and how much it matters."""

    text: str
    start: int
    end: int
    weight: float


def known_names(text):
    """Words that are capitalised within sentences, too: names."""
    return set(re.findall(r"(?<=[a-z,] )[A-Z][a-z]+", text)) - NOT_NAMES


def subject(sentence, names):
    """The person that a sentence begins with and their gender; `None` for what is unclear."""
    found = SUBJECT.match(CONNECTIVES.sub("", sentence))
    if not found:
        return None
    if found["name"]:
        return (found["name"], None) if set(found["name"].split()) <= names else None
    noun = found["noun"]
    gender = "he" if noun in MALE else "she" if noun in FEMALE else None
    if gender is None:
        return None
    phrase = found[0][: found.end("noun") - found.start()]
    if phrase.split()[0] in ("A", "An"):
        phrase = "The " + phrase.split(None, 1)[1]
    return (phrase, gender) if phrase.split()[0] == "The" else None


def named(sentence, previous, names):
    """The sentence with its initial pronoun replaced by the subject of a preceding sentence, if only that
    one can be meant; `previous` has the preceding sentences, the nearest last."""
    bare = CONNECTIVES.sub("", sentence)
    pronoun = re.match(r"(He|She|he|she)\b(?!')", bare)
    if not pronoun:
        return sentence
    wanted = pronoun[1].lower()
    people = [person for person in (subject(s, names) for s in previous[-2:]) if person]
    known = {phrase for phrase, gender in people if gender in (wanted, None)}
    mixed = any(word.lower() in (FEMALE if wanted == "she" else MALE) for s in previous[-2:] for word in words(s))
    if len(known) != 1 or (people[-1][1] is None and mixed):
        return sentence
    return known.pop() + bare[pronoun.end() :]


def tidy(sentence):
    """A sentence as a stand-alone fact: on one line, without its connective, ending in a full stop."""
    text = " ".join(sentence.split())
    text = CONNECTIVES.sub("", text).strip(" ,;:-–—")
    if text.count('"') % 2:
        text = text.replace('"', "")
    if text and text[-1] not in ".!?\"'”’":
        text += "."
    return text[:1].upper() + text[1:]


def parts(sentence):
    """A long sentence cut at semicolons, if every part makes sense by itself."""
    cut = [part.strip() for part in re.split(r";\s+", sentence)]
    return cut if len(cut) > 1 and all(len(words(part)) >= 5 for part in cut) else [sentence]


def weigh(sentence, answers, names):
    """How much a sentence matters; `answers` are the questions and answers of its section."""
    own = set(content(sentence))
    weight = 0.0
    for question, answer in answers:
        wanted = set(content(answer))
        about = set(content(question))
        if not wanted:
            continue
        held = len(wanted & own) / len(wanted)
        close = len(about & own) / max(len(about), 1)
        if held >= 0.6 and held + close >= 1.0:
            weight += 2.0 * held + close
    count = len(words(sentence))
    weight += 0.6 if re.search(r"(?<=[a-z,] )[A-Z][a-z]{2,}", sentence) else 0.0
    weight += 0.4 if subject(sentence, names) else 0.0
    weight += 0.3 if re.search(r"\b[a-z]{3,}ed\b", sentence) else 0.0
    weight -= 0.6 if count < 6 else 0.0
    weight -= 0.5 if sentence.rstrip("\"'”’").endswith(("?", "!")) else 0.0
    weight -= 0.9 if re.search(r"\b(?:I|you|my|your|me)\b", sentence) else 0.0
    return weight


def facts(text, answers_of, rename=None):
    """All facts of `text` in order. `answers_of(start, end)` returns the questions and answers of a
    place; `rename(start, end)`, if given, a sentence with names from a coreference."""
    found, previous, names = [], [], known_names(text)
    for start, end in sentences(text):
        sentence = text[start:end]
        shown = rename(start, end) if rename else named(" ".join(sentence.split()), previous, names)
        weight = weigh(sentence, answers_of(start, end), names)
        for part in parts(shown):
            fact = tidy(part)
            if len(words(fact)) >= 4:
                found.append(Fact(fact, start, end, weight))
        previous.append(" ".join(sentence.split()))
    return found
