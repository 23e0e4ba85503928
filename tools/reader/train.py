"""Trains the reader: a question and a passage in; whether and where the passage answers out.

    python train.py --model MODEL_DIR --out OUT_DIR --everyday TRAIN_DIR [--public FILE …]

Every epoch reads each question of eval/everyday with the passages that answer it, with those that only look as if they
did, and with one of its nearest others. Of --public, files in SQuAD's format, each epoch draws some anew. OUT_DIR/state.pt
is written every 200 steps; run again, the command goes on from there. The same seed and data give the same numbers on
the same machine.
"""

import argparse
import random
import time
from dataclasses import dataclass
from pathlib import Path

import torch
from torch.nn import functional as F

from data import articles, lives
from encoder import Embedder
from model import Reader, load
from pairs import Pairs, batch, by_length

SEED = 22
LIKE = 8  # nearest passages from which a hard negative is drawn
EVERY = 200  # steps between two states kept
LATER = 0.06  # share of the steps over which the rate rises


@dataclass
class Example:
    """A window of a pair, with the pieces at which answers begin and end."""

    row: object
    starts: list
    ends: list
    answers: bool
    relevant: bool

    @property
    def ids(self):
        return self.row.ids


def pieces_of(row, places):
    """Returns the first and last pieces of those places that the window holds whole."""
    starts, ends = [], []
    for start, end in places:
        inside = [i for i, (a, b) in enumerate(row.offsets) if a < end and b > start and b > a]
        if inside and row.offsets[inside[0]][0] <= start and row.offsets[inside[-1]][1] >= end:
            starts.append(row.body + inside[0])
            ends.append(row.body + inside[-1])
    return starts, ends


def example(pairs, q, passage, places, relevant, rng):
    """Returns a window of the pair at random, one that holds a place if any does."""
    rows = [(row, *pieces_of(row, places)) for row in pairs.rows(q.text, passage)]
    held = [r for r in rows if r[1]]
    row, starts, ends = rng.choice(held or rows)
    return Example(row, starts, ends, bool(starts), relevant)


def unlike(life, model, length):
    """Returns for each question the nearest passages that neither answer it nor look so."""
    embed = Embedder(model, length)
    body = load(model)
    with torch.inference_mode():
        near = embed(body, [q.text for q in life.questions]) @ embed(body, life.texts).T
    found = []
    for q, row in zip(life.questions, near):
        order = row.argsort(descending=True).tolist()
        own = {life.passages[i].memory for i in [*q.places, *q.near]}
        found.append([i for i in order if life.passages[i].memory not in own][:LIKE])
    return found


def examples(life, likes, pairs, negatives, rng):
    """Yields the examples of a life for one epoch."""
    for q, like in zip(life.questions, likes):
        for i, places in q.places.items():
            yield example(pairs, q, life.passages[i], places, True, rng)
        if q.near:
            yield example(pairs, q, life.passages[rng.choice(q.near)], [], True, rng)
        for i in rng.sample(like, min(len(like), negatives)):
            yield example(pairs, q, life.passages[i], [], False, rng)


def public_examples(drawn, pairs, rng):
    """Yields the examples of public questions; every third is also read with another paragraph of its article."""
    for n, (article, q) in enumerate(drawn):
        for i in [*q.places, *q.near]:
            yield example(pairs, q, article.passages[i], q.places.get(i, []), True, rng)
        others = [i for i in range(len(article.passages)) if i not in q.places and i not in q.near]
        if n % 3 == 0 and others:
            yield example(pairs, q, article.passages[rng.choice(others)], [], False, rng)


def loss_of(logits, mask, part):
    """Returns the loss of a batch: of whether, of nearness, and of where."""
    answers = torch.tensor([float(e.answers) for e in part])
    relevant = torch.tensor([float(e.relevant) for e in part])
    whether = F.binary_cross_entropy_with_logits(logits[:, 0, Reader.ANSWERS], answers)
    nearness = F.binary_cross_entropy_with_logits(logits[:, 0, Reader.RELEVANT], relevant)
    place = torch.zeros(())
    body = mask.clone()
    for i, e in enumerate(part):
        body[i, : e.row.body] = False
        body[i, len(e.ids) - 1] = False
    right = [i for i, e in enumerate(part) if e.answers]
    for head, ends in ((Reader.START, "starts"), (Reader.END, "ends")):
        scores = logits[:, :, head].masked_fill(~body, -1e4).log_softmax(1)
        for i in right:
            place = place - scores[i, getattr(part[i], ends)].mean()
    return whether + 0.3 * nearness + place / max(1, 2 * len(right)), whether, place / max(1, 2 * len(right))


class Trainer:
    def __init__(self, args):
        self.args = args
        torch.manual_seed(SEED)
        self.reader = Reader(load(args.model))
        self.pairs = Pairs(args.model, args.length)
        self.lives = [life for life in lives(args.everyday) if life.name not in args.without]
        likes = Path(args.out) / "likes.pt"
        if not likes.exists():
            torch.save([unlike(life, args.likes or args.model, 128) for life in self.lives], likes)
        self.likes = torch.load(likes)
        self.public = [(a, q) for a in articles(args.public) for q in a.questions]
        self.learned = [p for p in self.reader.parameters() if p.requires_grad]
        own = list(self.reader.heads.parameters())
        rest = [p for p in self.learned if not any(p is o for o in own)]
        self.optimiser = torch.optim.AdamW(
            [{"params": rest, "by": 1.0}, {"params": own, "by": 5.0}], lr=args.rate, weight_decay=0.01)
        self.total = sum(len(self.batches(epoch)) for epoch in range(args.epochs))
        self.done = 0

    def batches(self, epoch):
        """Returns the batches of an epoch, always the same."""
        rng = random.Random(SEED + epoch)
        all_of = [e for life, likes in zip(self.lives, self.likes)
                  for e in examples(life, likes, self.pairs, self.args.negatives, rng)]
        drawn = rng.sample(self.public, min(len(self.public), self.args.draw))
        all_of += public_examples(drawn, self.pairs, rng)
        rng.shuffle(all_of)
        found = [b for i in range(0, len(all_of), 600)
                 for b in by_length(all_of[i : i + 600], self.args.tokens)]
        rng.shuffle(found)
        return found

    def step(self, part):
        rate = self.args.rate * min(1, (self.done + 1) / (LATER * self.total)) * max(0.02, 1 - self.done / self.total)
        for group in self.optimiser.param_groups:
            group["lr"] = rate * group["by"]
        ids, mask, segments = batch([e.row for e in part])
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.args.bf16):
            logits = self.reader(ids, mask, segments)
        loss, whether, place = loss_of(logits.float(), mask, part)
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.learned, 1.0)
        self.optimiser.step()
        self.done += 1
        return loss.item(), whether.item(), place.item()

    def keep(self, path):
        aside = path.with_suffix(".new")
        torch.save({"reader": self.reader.state_dict(), "optimiser": self.optimiser.state_dict(), "done": self.done}, aside)
        aside.replace(path)

    def run(self):
        path = Path(self.args.out) / "state.pt"
        if path.exists():
            state = torch.load(path)
            self.reader.load_state_dict(state["reader"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.done = state["done"]
        began, passed, seen = time.time(), 0, []
        for epoch in range(self.args.epochs):
            for part in self.batches(epoch):
                passed += 1
                if passed <= self.done:
                    continue
                seen.append(self.step(part))
                if len(seen) == 25:
                    loss, whether, place = (sum(v) / 25 for v in zip(*seen))
                    print(f"step {self.done}/{self.total} loss {loss:.3f} whether {whether:.3f} where {place:.3f} "
                          f"{time.time() - began:.0f}s", flush=True)
                    seen = []
                if self.done % EVERY == 0:
                    self.keep(path)
            self.keep(path)
            self.keep(Path(self.args.out) / f"epoch{epoch}.pt")


def main():
    args = argparse.ArgumentParser()
    args.add_argument("--model", required=True)
    args.add_argument("--out", required=True)
    args.add_argument("--everyday", required=True)
    args.add_argument("--without", nargs="*", default=[], help="lives that the body can't read")
    args.add_argument("--public", nargs="*", default=[])
    args.add_argument("--draw", type=int, default=3000, help="public questions of an epoch")
    args.add_argument("--likes", help="model whose nearest passages are hard negatives; --model unless said")
    args.add_argument("--negatives", type=int, default=1, help="of a question in an epoch")
    args.add_argument("--epochs", type=int, default=4)
    args.add_argument("--rate", type=float, default=1e-4)
    args.add_argument("--length", type=int, default=192, help="pieces of a window")
    args.add_argument("--tokens", type=int, default=3072, help="pieces of a step")
    args.add_argument("--bf16", action="store_true", help="faster where the processor has it")
    args = args.parse_args()
    Path(args.out).mkdir(parents=True, exist_ok=True)
    Trainer(args).run()


if __name__ == "__main__":
    main()
