"""The training tasks: points of chunks, points of points, verdicts, answers, questions about a person, and the
kinds of names."""

import json
import random
import re
from dataclasses import dataclass

import general
import points
from examples import CHUNK, END, Example, Node
from text import content, sentences

VERDICT, ANSWER, POINT, PAIR, NOUN = 8.0, 2.5, 0.3, 0.5, 4.0
# The size of the points, as a share of the input: for chunks, for points.
OF_CHUNKS, OF_POINTS = 0.42, 0.35


class Story:
    """A text with its chunks, facts and questions."""

    def __init__(self, pieces, text, asked, rename=None):
        self.text, self.asked = text, asked
        encoded = pieces._tokenizer.encode(text)
        self.chunks = []
        for first in range(0, len(encoded.ids), CHUNK):
            tokens = encoded.ids[first : first + CHUNK]
            place = encoded.offsets[first][0], encoded.offsets[first + len(tokens) - 1][1]
            words = set(content(text[slice(*place)]))
            offsets = [start for start, _ in encoded.offsets[first : first + CHUNK]]
            self.chunks.append(Node(tokens, True, *place, words, text[slice(*place)], offsets=offsets))
        answers = lambda start, end: [
            (q["question"], answer)
            for q in asked
            if q["start"] < end and start < q["end"] and q["explicit"]
            for answer in dict.fromkeys(q["answers"])
        ]
        self.facts = [
            Node(pieces.text(" " + f.text), False, f.start, f.end, set(content(f.text)), f.text, f.weight)
            for f in points.facts(text, answers, rename)
        ]
        self.points = choose(self.facts, int(OF_CHUNKS * len(encoded.ids)))
        self.snippets = self._snippets(pieces)
        self.sentences = self._sentences(pieces)
        for question in asked:
            place, exact = self._answering_place(question)
            for name, parts in (("chunks", self.chunks), ("snippets", self.snippets), ("sentences", self.sentences)):
                question[name] = Gold.among(parts, place, exact)

    def _snippets(self, pieces):
        """The text in pieces of one to four sentences, which give many verdicts for few tokens."""
        rng, found, held = random.Random(len(self.text)), [], []
        for start, end in sentences(self.text):
            held.append((start, end))
            if len(held) >= rng.choice((1, 2, 3, 4)) or end - held[0][0] > 400:
                place = held[0][0], end
                text = " ".join(self.text[slice(*place)].split())
                found.append(Node(pieces.text(text), True, *place, set(content(text)), text))
                held = []
        return found

    def _sentences(self, pieces):
        """The sentences of the text, in the form that a search by names shows."""
        found = []
        for start, end in sentences(self.text):
            text = " ".join(self.text[start:end].split())
            found.append(Node(pieces.text(" " + text), False, start, end, set(content(text)), text))
        return found

    def _answering_place(self, question):
        """The answering sentence and `True`, if one answers by itself; else the whole section and `False`."""
        best, place = 0.0, (question["start"], question["end"])
        wanted = set(content(question["answers"][0]))
        about = set(content(question["question"]))
        if question["explicit"] and wanted:
            for start, end in sentences(self.text[place[0] : place[1]]):
                start, end = start + question["start"], end + question["start"]
                own = set(content(self.text[start:end]))
                held = len(wanted & own) / len(wanted)
                close = len(about & own) / max(len(about), 1)
                if held >= 0.6 and held + close > max(best, 0.9):
                    best, place = held + close, (start, end)
        return place, best > 0


@dataclass
class Gold:
    """The location of the answer: its place, the numbers and starts of the parts of the text that it touches,
    and whether one sentence answers by itself."""

    place: tuple
    parts: set
    starts: set
    exact: bool

    @classmethod
    def among(cls, parts, place, exact):
        touched = {n for n, part in enumerate(parts) if part.start < place[1] and place[0] < part.end}
        return cls(place, touched, {parts[n].start for n in touched}, exact)


def choose(facts, budget):
    """The facts that matter most within a budget of tokens, in order, without duplicates."""
    taken, seen, used = set(), set(), 0
    for place in sorted(range(len(facts)), key=lambda place: -facts[place].weight):
        fact = facts[place]
        cost = len(fact.tokens) + 2
        if fact.weight < 0 and taken:
            break
        if fact.text not in seen and used + cost <= budget and cost < 100:
            seen.add(fact.text)
            taken.add(place)
            used += cost
    return [facts[place] for place in sorted(taken)]


def fairytales(pieces, path):
    """FairytaleQA: tales with questions and the sections that answer them."""
    stories = []
    for line in open(path, encoding="utf-8"):
        row = json.loads(line)
        text, places = "", {}
        for number, section in row["sections"].items():
            section = "\n\n".join(" ".join(p.split()) for p in re.split(r"\n\s*\n", section.strip()))
            text += "\n\n" if text else ""
            places[number] = len(text), len(text) + len(section)
            text += section
        asked = []
        for q in row["questions"]:
            held = [places[s] for s in q["sections"] if s in places]
            answers = [" ".join(a.split()).strip().rstrip(".") for a in q["answers"]]
            answers = [a for a in answers if a]
            if held and answers and q["question"].strip():
                start, end = min(p[0] for p in held), max(p[1] for p in held)
                question = " ".join(q["question"].split())
                asked.append(dict(q, question=question, answers=answers, start=start, end=end))
        if text:
            stories.append(Story(pieces, text, asked))
    return stories


# The novels of the measurements, and the last twenty, are never trained on.
HELD_BACK = {"11_", "41_", "45_", "4217_"}


def novels(pieces, path):
    """LitBank: beginnings of novels with resolved pronouns."""
    rows = [json.loads(line) for line in open(path, encoding="utf-8")]
    kept = [row for row in rows[:-20] if not any(row["book"].startswith(b) for b in HELD_BACK)]
    return [Story(pieces, row["text"], [], Renaming(row)) for row in kept]


class Renaming:
    """Replaces the first pronoun of every person in a sentence by a name, using the coreference."""

    def __init__(self, row):
        self.text = row["text"]
        self.mentions = []
        for entity in row["entities"]:
            names = [name for name in entity["names"] if name[:1].isupper()]
            first = min((m[0] for m in entity["mentions"] if m[2] == "PROP"), default=None)
            if names and first is not None and entity["type"] == "PER":
                self.mentions += [(m[0], m[1], names[0], first) for m in entity["mentions"] if m[2] == "PRON"]
        self.mentions.sort()

    def __call__(self, start, end):
        done, parts, at = set(), [], start
        for first, last, name, known in self.mentions:
            word = self.text[first:last]
            # A name is used only after the text has introduced it, close enough to be in the same batch.
            if not (start <= first and last <= end) or name in done or not start - 1500 < known < end:
                continue
            if name in self.text[start:end] or word.lower() not in PRONOUNS:
                continue
            own = word.lower() in ("his", "her") and re.match(r"\s+[a-z]", self.text[last:])
            object_her = word.lower() == "her" and not own
            if word.lower() == "her" and own and re.match(r"\s+(?:to|in|at|with|as|and|from|on|by|for|that|who|when)\b", self.text[last:]):
                object_her, own = True, False
            parts += [self.text[at:first], name + ("'s" if own and not object_her else "")]
            at = last
            done.add(name)
        return "".join(parts) + self.text[at:end]


PRONOUNS = {"he", "she", "him", "her", "his"}


class Tasks:
    """Draws examples; they depend on the random generator alone."""

    def __init__(self, pieces, tales, books=(), others=(), names=(), many=0.0):
        """`others` are further corpora of questions, each with its share of the searches; `many` is the share of
        searches that become many questions about the same chunks."""
        self.pieces, self.tales, self.books, self.names, self.many = pieces, tales, books, names, many
        self.general = general.questions()
        word = lambda name: pieces.words[name][0]
        self.ease = 0.0
        self.yes, self.no = word("YES"), word("NO")
        corpora = [(1.0 - sum(share for share, _ in others), tales), *others]
        self.shares = [share for share, _ in corpora]
        self.corpora = [[story for story in stories if story.asked] for _, stories in corpora]
        self.sizes = [[len(story.asked) ** 0.5 for story in stories] for stories in self.corpora]

    def draw(self, rng, ease=0.0):
        """Draws an example. While `ease` falls from 1 to 0, searches show few nodes at first, then more."""
        self.ease = ease
        kind, points_share = rng.random(), 0.10 - 0.05 * ease
        if kind < 0.75 * points_share:
            return self.points_of_chunks(rng)
        if kind < points_share:
            return self.points_of_points(rng)
        if self.names and kind > 0.8:
            return self.noun(rng)
        if kind > 0.76:
            return self.pairs(rng)
        return self.many_questions(rng) if rng.random() < self.many else self.search(rng)

    def _answering(self, rng):
        """Picks a corpus and one of its texts that has questions."""
        number = rng.choices(range(len(self.corpora)), self.shares)[0]
        return number, rng.choices(self.corpora[number], self.sizes[number])[0]

    # Names

    def noun(self, rng):
        """The kind of a name, asked as in entities/src/kinds.rs."""
        name = rng.choice(self.names)
        example = Example()
        example.add(self.pieces.text(f"{name.sentence}\n\n{name.name} is a"))
        example.write(self.pieces.text(" " + name.noun)[:1], NOUN, "noun")
        return example

    def pairs(self, rng):
        """Questions about a person that a text answers, each with its answer."""
        _, story = self._answering(rng)
        which = "sentences" if rng.random() < 0.5 else "chunks"
        parts = getattr(story, which)
        question = rng.choice(story.asked)
        about = subjects(question["question"])
        if not about:
            return self.pairs(rng)
        name = rng.choice(about)
        own = [q for q in story.asked if name.lower() in q["question"].lower() and q[which].parts and q["explicit"]]
        if which == "chunks":
            shown = set(sorted(question[which].parts)[:2])
        else:
            shown = {n for n, part in enumerate(parts) if name.lower() in part.text.lower()}
            first = rng.randrange(max(len(shown) - 12, 0) + 1)
            shown = set(sorted(shown)[first : first + 12])
        own = [q for q in own if q[which].parts <= shown]
        if not own:
            return self.pairs(rng)
        own = sorted(rng.sample(own, min(len(own), 5)), key=lambda q: q[which].place)
        words, pieces, example = self.pieces.words, self.pieces, Example()
        example.add(pieces.user + words["PAIRS_OPEN"] + pieces.text(" " + name) + words["PAIRS_INFORMATION"])
        for n in sorted(shown):
            example.add(pieces.line(parts[n]))
        example.add(pieces.reply)
        for asked in own:
            line = words["QUESTION"] + pieces.text(" " + asked["question"]) + words["LINE_BREAK"]
            line += words["PAIR_ANSWER"] + pieces.text(" " + asked["answers"][0]) + words["LINE_BREAK"]
            example.write(line, PAIR, "pair")
        example.write([END], PAIR, "pair")
        return example

    # Points

    def _summary(self, lines, written):
        words = self.pieces.words
        example = Example()
        example.add(self.pieces.user + words["SUMMARIZE_OPEN"])
        for line in lines:
            example.add(self.pieces.line(line))
        example.add(words["SUMMARIZE_CLOSE"] + self.pieces.reply)
        for fact in written:
            example.write(self.pieces.line(fact), POINT, "point")
        example.write([END], 2 * POINT, "point")
        return example

    def points_of_chunks(self, rng):
        story = rng.choice(self.books if self.books and rng.random() < 0.2 else self.tales)
        count = min(rng.choices(range(1, 7), (40, 25, 15, 10, 5, 5))[0], len(story.chunks))
        first = rng.randrange(len(story.chunks) - count + 1)
        chunks = story.chunks[first : first + count]
        start, end = chunks[0].start, chunks[-1].end
        inside = [fact for fact in story.facts if start <= fact.start and fact.end <= end]
        written = choose(inside, int(OF_CHUNKS * sum(len(chunk.tokens) for chunk in chunks)))
        return self._summary(chunks, written) if written else self.points_of_chunks(rng)

    def points_of_points(self, rng):
        story = rng.choice(self.tales)
        count = min(rng.randint(6, 60), len(story.points))
        if count < 4:
            return self.points_of_points(rng)
        first = rng.randrange(len(story.points) - count + 1)
        lines = story.points[first : first + count]
        written = choose(lines, int(OF_POINTS * sum(len(line.tokens) + 2 for line in lines)))
        return self._summary(lines, written) if written else self.points_of_points(rng)

    # Verdicts and answers

    def search(self, rng, kind=None):
        corpus, tale = self._answering(rng)
        question = rng.choice(tale.asked)
        kind = kind or rng.choices(("own", "missing", "foreign", "general"), (62, 18, 12, 8))[0]
        shape = rng.choices(("chunks", "snippets", "sentences"), (0.55 - 0.35 * self.ease, 0.2 + 0.5 * self.ease, 0.25))[0]
        gold = question[shape]
        if kind == "own" and not 0 < len(gold.parts) <= 3:
            return self.search(rng)
        shown, gold = tale, gold if kind in ("own", "missing") else None
        if kind == "foreign":
            shown = rng.choice(self.corpora[corpus])
            question = rng.choice(rng.choice(self.corpora[corpus]).asked)
            if question in shown.asked:
                return self.search(rng)
        words = question["question"] if kind != "general" else rng.choice(self.general)
        about = set(content(words))
        parts = getattr(shown, shape)
        if kind == "missing" and len(parts) <= len(gold.parts):
            return self.search(rng)
        nodes = self._nodes(shown, parts, gold, about, rng, own=kind == "own")
        earlier = self._earlier(shown, question, rng) if kind == "own" and rng.random() < 0.08 else None
        if earlier:
            words, earlier = earlier
        answer = question["answers"][0] if kind == "own" else None
        example = self._open(words, earlier)
        return self._walk(example, nodes, gold, answer, about, rng)

    def many_questions(self, rng):
        """Adjacent chunks, then all questions that they answer and some that they do not, each in a branch. The
        nodes come first, so that many questions share them."""
        corpus, tale = self._answering(rng)
        count = min(rng.randint(1, 4), len(tale.chunks))
        first = rng.randrange(len(tale.chunks) - count + 1)
        shown = set(range(first, first + count))
        own = [q for q in tale.asked if q["chunks"].parts and q["chunks"].parts <= shown]
        if not own:
            return self.many_questions(rng)
        # A question whose answer is only partly shown is neither Yes nor No, and is left out.
        other = [q for q in tale.asked if not q["chunks"].parts & shown]
        own = rng.sample(own, min(len(own), 12))
        other = rng.sample(other, min(len(other), len(own)))
        foreign = [rng.choice(rng.choice(self.corpora[corpus]).asked) for _ in range(1 + len(own) // 4)]
        silent = other + [q for q in foreign if q not in tale.asked]
        words, pieces, example = self.pieces.words, self.pieces, Example()
        example.add(pieces.user + words["NODES_FIRST_OPEN"])
        for n in sorted(shown):
            example.add(pieces.line(tale.chunks[n]))
        for question in own + silent:
            parts = [words["QUESTION"] + pieces.text(" " + question["question"]) + words["LINE_BREAK"] + pieces.reply]
            if question in own:
                answer = pieces.text(question["answers"][0]) + [END]
                parts += [([self.yes], VERDICT, "yes"), pieces.next + words["ANSWER"] + pieces.reply]
                parts.append((answer, ANSWER, "answer"))
            else:
                parts.append(([self.no], VERDICT, "no"))
            example.branch(parts)
        return example

    def _nodes(self, tale, parts, gold, about, rng, own):
        """Nodes in an order that a search may visit; with `own`, the answering ones are among them."""
        few = rng.choices((1, 2, 3), (56, 32, 12))[0]
        many = rng.choices((0, rng.randint(1, 4), rng.randint(5, 12)), (46, 38, 16))[0]
        if parts is tale.sentences:
            # A search by names shows only a few sentences.
            few, many = rng.choices((1, 2, 3, 5, 8), (40, 20, 15, 15, 10))[0], 0
        if rng.random() < self.ease:
            few, many = rng.choices((1, 2), (70, 30))[0], rng.choices((0, 1), (80, 20))[0]
        held = gold.parts if gold else set()
        tells = lambda fact: gold is not None and overlaps(fact, gold)
        others = [n for n in range(len(parts)) if n not in held]
        # Near misses: the parts next to the answer resemble it most.
        near = [n for n in others if any(abs(n - h) == 1 for h in held)]
        # A search first visits parts that share words with the question.
        if rng.random() < 0.5:
            others = closest(others, lambda n: parts[n], about)[: few + 2]
        chosen = set(rng.sample(others, min(few - 1 if own else few, len(others))))
        if near and few > 1 and rng.random() < 0.3:
            chosen.add(rng.choice(near))
        silent = [fact for fact in tale.points if not tells(fact)]
        # Points are adjacent, as in batches, or scattered.
        first = rng.randrange(max(len(silent) - many, 0) + 1)
        how = rng.random()
        if how < 0.35:
            facts = silent[first : first + many]
        elif how < 0.7:
            facts = closest(silent, lambda fact: fact, about)[:many]
        else:
            facts = rng.sample(silent, min(many, len(silent)))
        nodes = [parts[n] for n in chosen]
        rng.shuffle(nodes)
        telling = [f for f in tale.points if tells(f) and gold.exact]
        by_point = own and telling and rng.random() < 0.4
        if own:
            inserted = [rng.choice(telling)] if by_point else [parts[n] for n in sorted(held)]
            for node in inserted:
                nodes.insert(rng.randint(0, len(nodes)), node)
        if rng.random() < 0.75:
            return facts + nodes
        nodes += facts
        rng.shuffle(nodes)
        return nodes

    def _earlier(self, tale, question, rng):
        """An exchange before the question; the question may then refer to a person in it by a pronoun."""
        beside = [q for q in tale.asked if q is not question and abs(q["start"] - question["start"]) < 2000]
        if not beside:
            return None
        other = rng.choice(beside)
        words = question["question"]
        for noun, pronoun in [(n, "he") for n in points.MALE] + [(n, "she") for n in points.FEMALE]:
            phrase = re.search(rf"\b(?:did|was|does|will) (the {noun})\b", words)
            if phrase and f"the {noun}" in other["question"]:
                words = words[: phrase.start(1)] + pronoun + words[phrase.end(1) :]
                break
        return words, (other["question"], other["answers"][0])

    def _open(self, question, earlier):
        words, example = self.pieces.words, Example()
        if earlier:
            example.add(self.pieces.user + words["FOLLOWING_OPEN"] + words["EARLIER_QUESTION"])
            example.add(self.pieces.text(" " + earlier[0]) + words["EARLIER_ANSWER"])
            example.add(self.pieces.text(" " + earlier[1]) + words["LINE_BREAK"] + words["QUESTION"])
        else:
            example.add(self.pieces.user + words["SUFFICIENT_OPEN"])
        example.add(self.pieces.text(" " + question) + words["SUFFICIENT_INFORMATION"])
        return example

    def _walk(self, example, nodes, gold, answer, about, rng):
        words, pieces = self.pieces.words, self.pieces
        asked = set(rng.sample(range(len(nodes)), min(len(nodes), 9))) | {len(nodes) - 1}
        wanted = set(content(answer)) if answer else set()
        missing, enough, unsure, after = set(gold.starts) if gold else set(), False, False, 0
        evidence = []
        for place, node in enumerate(nodes):
            if gold and answer is not None and gold.exact and overlaps(node, gold):
                evidence += telling(node, gold, len(example.tokens))
            example.add(pieces.line(node))
            was = enough
            if gold and answer is not None:
                if node.is_chunk:
                    missing.discard(node.start)
                    enough |= not missing
                else:
                    enough |= gold.exact and overlaps(node, gold)
                unsure |= not enough and wanted <= node.content and len(about & node.content) >= 0.4 * len(about)
            if place in asked or enough != was:
                verdict = self.yes if enough else self.no
                example.ask(pieces.reply, verdict, 0.0 if unsure and not enough else VERDICT, "yes" if enough else "no")
                if enough:
                    example.look(evidence)
            # A search ends with the first Yes, unless it is set to be patient.
            after += enough
            if enough and after > (0 if rng.random() < 0.6 else 3):
                break
        if enough:
            example.add(pieces.reply + words["YES"] + pieces.next + words["ANSWER"] + pieces.reply)
            example.look(evidence)
            example.write(pieces.text(answer) + [END], ANSWER, "answer")
        return example


def closest(items, node_of, about):
    """The items by the words that their nodes share with a question; rare words count more."""
    count = {word: 1 + sum(word in node_of(item).content for item in items) for word in about}
    share = lambda item: sum(1 / count[word] for word in about & node_of(item).content)
    return sorted(items, key=lambda item: -share(item))


def telling(node, gold, first):
    """The places of the answering tokens of a node that begins at `first`."""
    if not node.is_chunk or node.offsets is None:
        return list(range(first, first + len(node.tokens)))
    ends = node.offsets[1:] + [node.end]
    inside = lambda start, end: start < gold.place[1] and gold.place[0] < end
    return [first + n for n, place in enumerate(zip(node.offsets, ends)) if inside(*place)]


def overlaps(fact, gold):
    """Whether a fact comes from the answering sentence."""
    return fact.start < gold.place[1] and gold.place[0] < fact.end


def subjects(question):
    """The subjects of a question: its names, and people by their role."""
    names = re.findall(r"(?<=\w )[A-Z][a-z]+(?: [A-Z][a-z]+)*", question)
    people = re.findall(r"\bthe ((?:[a-z-]+ )?[a-z]+)\b", question)
    known = points.MALE | points.FEMALE
    return names + ["the " + phrase for phrase in people if phrase.split()[-1] in known]
