"""Lives of eval/everyday and sets in SQuAD's format, as questions and passages."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

WORDS = 150  # of a passage at most


@dataclass
class Passage:
    """A part of a memory; start is where its body begins in the memory's text."""

    memory: str
    title: str
    body: str
    start: int = 0

    @property
    def text(self):
        """What it is found by: the memory's title before its body."""
        return f"{self.title}\n{self.body}" if self.title else self.body


@dataclass
class Question:
    """A question, with the places that answer it by the index of their passage."""

    text: str
    kind: str
    places: dict = field(default_factory=dict)  # index of a passage: [(start, end) of its body]
    near: list = field(default_factory=list)  # indices of the passages that only look as if they answered

    @property
    def holds(self):
        return sorted(self.places)


def lines(path):
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]


def passages(memory):
    """Returns the passages of a memory, of whole sentences."""
    found, start, words = [""], 0, 0
    for sentence in re.split(r"(?<=[.!?。！？\n])", memory["text"]):
        n = len(sentence.split())
        if words + n > WORDS and found[-1]:
            found.append("")
            words = 0
        found[-1], words = found[-1] + sentence, words + n
    all_of = []
    for body in found:
        all_of.append(Passage(memory["_id"], memory["title"], body, start))
        start += len(body)
    return all_of


class Life:
    """The passages of a life, and what is asked of it."""

    def __init__(self, folder):
        self.name = folder.name
        self.passages = [p for m in lines(folder / "corpus.jsonl") for p in passages(m)]
        self.questions = [self.question(q) for q in lines(folder / "queries.jsonl")]

    @property
    def texts(self):
        return [p.text for p in self.passages]

    @property
    def answerable(self):
        return [q for q in self.questions if q.places]

    def question(self, q):
        asked = Question(q["text"], q["kind"])
        for span in q.get("spans", []):
            for i, p in enumerate(self.passages):
                start, end = max(0, span["start"] - p.start), min(len(p.body), span["end"] - p.start)
                if p.memory == span["memory"] and start < end:
                    asked.places.setdefault(i, []).append((start, end))
        if q.get("near"):
            asked.near = [i for i, p in enumerate(self.passages) if p.memory == q["near"]]
        return asked


def lives(folder):
    return [Life(p) for p in sorted(Path(folder).iterdir()) if p.is_dir()]


class Article:
    """The paragraphs of an article in SQuAD's format, and what is asked of them."""

    def __init__(self, article):
        self.name, self.passages, self.questions = article.get("title", ""), [], []
        for i, paragraph in enumerate(article["paragraphs"]):
            self.passages.append(Passage(str(i), "", paragraph["context"]))
            for qa in paragraph["qas"]:
                places = {(a["answer_start"], a["answer_start"] + len(a["text"])) for a in qa["answers"]}
                answerable = places and not qa.get("is_impossible")
                self.questions.append(Question(qa["question"], "public", *([{i: sorted(places)[:1]}] if answerable else [{}, [i]])))


def articles(paths):
    return [Article(a) for path in paths for a in json.loads(Path(path).read_text(encoding="utf-8"))["data"]]


def paragraphs(paths, rng):
    """Returns the paragraphs of files in SQuAD's format, and a question to each."""
    texts = []
    for path in paths:
        for article in json.loads(Path(path).read_text(encoding="utf-8"))["data"]:
            for p in article["paragraphs"]:
                texts.append(p["context"])
                texts += [qa["question"] for qa in rng.sample(p["qas"], min(1, len(p["qas"])))]
    rng.shuffle(texts)
    return texts
