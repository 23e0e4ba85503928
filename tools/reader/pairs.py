"""What the reader reads: a question and a passage as one row of pieces."""

from dataclasses import dataclass

import torch

from model import tokenizer

QUESTION, TITLE = 64, 24  # pieces of each at most
LONGEST = 30  # pieces of an answer; windows overlap by as many


@dataclass
class Row:
    """A window of a pair. Body is where the pieces of the passage's body begin, offsets are theirs in characters."""

    ids: list
    segments: list
    body: int
    offsets: list


class Pairs:
    """Makes rows of questions and passages with the tokenizer of a model."""

    def __init__(self, model, window):
        self.tokenizer, first, last = tokenizer(model)
        self.first, self.last = self.tokenizer.token_to_id(first), self.tokenizer.token_to_id(last)
        self.window, self.known = window, {}

    def cut(self, text):
        """Returns the pieces of a text and their places in it."""
        if text not in self.known:
            cut = self.tokenizer.encode(text, add_special_tokens=False)
            self.known[text] = (cut.ids, cut.offsets)
        return self.known[text]

    def rows(self, question, passage):
        """Returns the windows of a pair: one unless the passage is long."""
        asked = [self.first] + self.cut(question)[0][:QUESTION] + [self.last]
        title = self.cut(passage.title)[0][:TITLE]
        ids, offsets = self.cut(passage.body)
        room = self.window - len(asked) - len(title) - 1
        rows = []
        for start, end in windows(len(ids), room):
            row = asked + title + ids[start:end] + [self.last]
            segments = [0] * len(asked) + [1] * (len(row) - len(asked))
            rows.append(Row(row, segments, len(asked) + len(title), offsets[start:end]))
        return rows


def windows(n, room):
    """Returns windows of similar size over n pieces, which overlap by the longest answer."""
    if n <= room:
        return [(0, n)]
    step = room - LONGEST
    count = -(-(n - LONGEST) // step)
    size = -(-(n + (count - 1) * LONGEST) // count)
    return [(min(i * (size - LONGEST), n - size), min(i * (size - LONGEST), n - size) + size) for i in range(count)]


def batch(rows):
    """Returns ids, mask and segments of rows."""
    longest = max(len(r.ids) for r in rows)
    pad = lambda values: [v + [0] * (longest - len(v)) for v in values]
    mask = torch.arange(longest)[None, :] < torch.tensor([len(r.ids) for r in rows])[:, None]
    return torch.tensor(pad([r.ids for r in rows])), mask, torch.tensor(pad([r.segments for r in rows]))


def by_length(rows, tokens, key=lambda row: row):
    """Returns batches of rows of similar length, of so many tokens at most."""
    batches, longest = [], 0
    for item in sorted(rows, key=lambda item: len(key(item).ids)):
        longest = len(key(item).ids)
        if not batches or (len(batches[-1]) + 1) * longest > tokens:
            batches.append([])
        batches[-1].append(item)
    return batches
