"""Measures a reader on lives: the nearest passages of each question are read, as the product does.

    python evaluate.py --model MODEL_DIR --reader OUT_DIR/state.pt --everyday DEV_DIR [--dump FILE]

Prints the area under the curve of the greatest logit of questions with an answer against those without, the share of
questions whose best place overlaps an answer, and the calibration: the scale and shift of logits, fitted on these lives,
and how often what is said to be so likely is so.
"""

import argparse
import json
from collections import defaultdict

import torch
from torch.nn import functional as F

from data import lives
from encoder import Embedder
from model import Reader, load
from pairs import LONGEST, Pairs, batch, by_length


def best_place(logits, row):
    """Returns the best place of a window in characters of the body, and its score."""
    starts = logits[row.body : len(row.ids) - 1, Reader.START]
    ends = logits[row.body : len(row.ids) - 1, Reader.END]
    if not len(starts):
        return (0, 0), float("-inf")
    scores = (starts[:, None] + ends[None, :]).triu().tril(LONGEST - 1)
    allowed = torch.ones_like(scores).triu().tril(LONGEST - 1).bool()
    at = scores.masked_fill(~allowed, -1e9).argmax().item()
    i, j = divmod(at, len(starts))
    return (row.offsets[i][0], row.offsets[j][1]), scores[i, j].item()


class Reading:
    """Reads pairs with a trained reader."""

    def __init__(self, model, state, window, bf16=False):
        self.reader = Reader(load(model))
        self.reader.load_state_dict(torch.load(state)["reader"])
        self.reader.eval()
        self.pairs, self.bf16 = Pairs(model, window), bf16

    def __call__(self, pairs_read):
        """Returns for each pair the logits that it answers and is near, and the best place of its best window."""
        rows = [(n, row) for n, (question, passage) in enumerate(pairs_read) for row in self.pairs.rows(question, passage)]
        found = [None] * len(pairs_read)
        with torch.inference_mode(), torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.bf16):
            for part in by_length(rows, 3072, key=lambda item: item[1]):
                ids, mask, segments = batch([row for _, row in part])
                for (n, row), logits in zip(part, self.reader(ids, mask, segments).float()):
                    answers, relevant = logits[0, Reader.ANSWERS].item(), logits[0, Reader.RELEVANT].item()
                    before = found[n]
                    if before is None or answers > before["answers"]:
                        (start, end), score = best_place(logits, row)
                        said = pairs_read[n][1].body[start:end]
                        place = (end - len(said.lstrip()), end)  # a piece may begin with its blank
                        relevant = max(relevant, before["relevant"] if before else relevant)
                        found[n] = {"answers": answers, "relevant": relevant, "place": place, "score": score}
                    else:
                        before["relevant"] = max(before["relevant"], relevant)
        return found


def candidates(life, embed, body, count):
    """Returns the indices of the passages nearest to each question, with their cosines."""
    with torch.inference_mode():
        near = embed(body, [q.text for q in life.questions]) @ embed(body, life.texts).T
    return [[(i, row[i].item()) for i in row.argsort(descending=True).tolist()[:count]] for row in near]


def measured(life, read, embed, body, count):
    """Yields a line for each question: what was read of its candidates and of the passages that answer it."""
    near = candidates(life, embed, body, count)
    asked = []
    for q, close in zip(life.questions, near):
        cosines = dict(close)
        for i in [*q.places, *q.near]:
            cosines.setdefault(i, None)
        asked.append(cosines)
    read_all = iter(read([(q.text, life.passages[i]) for q, c in zip(life.questions, asked) for i in c]))
    for q, cosines in zip(life.questions, asked):
        passages = []
        for i, cosine in cosines.items():
            r = next(read_all)
            start, end = r["place"]
            right = any(start < b and end > a for a, b in q.places.get(i, []))
            passages.append({**r, "passage": i, "cosine": cosine, "holds": i in q.places, "near": i in q.near, "right": right})
        yield {"life": life.name, "question": q.text, "kind": q.kind, "passages": passages}


def auc(over, under):
    """Returns how often one of over is greater than one of under."""
    ranks = torch.tensor(over + under).argsort().argsort().float() + 1
    return ((ranks[: len(over)].sum() - len(over) * (len(over) + 1) / 2) / (len(over) * len(under))).item()


def fitted(logits, holds):
    """Returns the scale and shift that make a probability of logits."""
    x, y = torch.tensor(logits), torch.tensor(holds).float()
    of = torch.tensor([1.0, 0.0], requires_grad=True)
    optimiser = torch.optim.LBFGS([of], max_iter=100)

    def closure():
        optimiser.zero_grad()
        loss = F.binary_cross_entropy_with_logits(of[0] * x + of[1], y)
        loss.backward()
        return loss

    optimiser.step(closure)
    return of.detach().tolist()


def report(all_of):
    greatest = defaultdict(list)
    right = defaultdict(list)
    for q in all_of:
        found = [p for p in q["passages"] if p["cosine"] is not None]
        best = max(found, key=lambda p: p["answers"])
        greatest[q["kind"]].append(best["answers"])
        if q["kind"] != "unanswerable":
            own = [p for p in q["passages"] if p["holds"]]
            right[q["kind"]].append((best["right"], any(p["right"] for p in own), any(p in found for p in own)))
    for kind, values in sorted(right.items()):
        first, own, seen = (sum(v) / len(v) for v in zip(*values))
        print(f"{kind:14s} {len(values):5d} AUC {auc(greatest[kind], greatest['unanswerable']):.3f} "
              f"best of those read right {first:.3f}, place right in its own passage {own:.3f}, among those read {seen:.3f}")
    every = [(p["answers"], p["holds"]) for q in all_of for p in q["passages"] if p["cosine"] is not None]
    scale, shift = fitted(*(list(v) for v in zip(*every)))
    print(f"answers: scale {scale:.3f} shift {shift:.3f}")
    near = [(p["relevant"], p["holds"] or p["near"]) for q in all_of for p in q["passages"] if p["cosine"] is not None]
    print("relevance: scale {:.3f} shift {:.3f}".format(*fitted(*(list(v) for v in zip(*near)))))
    for low in range(0, 10):
        said = [(p, h) for p, h in ((torch.sigmoid(torch.tensor(scale * a + shift)).item(), h) for a, h in every)
                if low / 10 <= p < (low + 1) / 10 + (low == 9)]
        if said:
            print(f"said {sum(p for p, _ in said) / len(said):.2f}: so {sum(h for _, h in said) / len(said):.2f} of {len(said)}")


def main():
    args = argparse.ArgumentParser()
    args.add_argument("--model", required=True)
    args.add_argument("--reader", required=True)
    args.add_argument("--everyday", required=True)
    args.add_argument("--near", help="model whose nearest passages are read; --model unless said")
    args.add_argument("--lives", nargs="*", help="those of them alone")
    args.add_argument("--count", type=int, default=8, help="passages read of a question")
    args.add_argument("--length", type=int, default=192, help="pieces of a window")
    args.add_argument("--bf16", action="store_true", help="faster where the processor has it")
    args.add_argument("--dump", help="file for what was read, a line for each question")
    args = args.parse_args()
    read = Reading(args.model, args.reader, args.length, args.bf16)
    embed, body = Embedder(args.near or args.model, 128), load(args.near or args.model)
    all_of = []
    for life in lives(args.everyday):
        if not args.lives or life.name in args.lives:
            all_of += measured(life, read, embed, body, args.count)
    if args.dump:
        with open(args.dump, "w", encoding="utf-8") as out:
            out.writelines(json.dumps(q, ensure_ascii=False) + "\n" for q in all_of)
    report(all_of)


if __name__ == "__main__":
    main()
