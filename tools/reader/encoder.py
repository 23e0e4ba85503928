"""Trains the sentence encoder further, on questions about personal memories.

    python encoder.py --model MODEL_DIR --out OUT_DIR --everyday TRAIN_DIR --general FILE [FILE …] [--dev DEV_DIR]

Each step takes one life: its questions are to be nearer to the passages that answer them than to any other of that
life. General texts are to keep the vectors that they had, and the weights go a part of the way only (WiSE-FT,
arXiv:2109.01903), so that nothing else moves. OUT_DIR gets the model in the layout of MODEL_DIR after each epoch. The
same seed and data give the same numbers on the same machine.
"""

import argparse
import copy
import random
import shutil
import time
from collections import defaultdict
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch.nn import functional as F

from data import lives, paragraphs
from model import load, published, tokenizer

SEED = 22


class Embedder:
    """Makes vectors of texts. The prefixes are what a model's questions and passages begin with."""

    def __init__(self, model, length, question="", passage="", bf16=False):
        self.tokenizer, _, _ = tokenizer(model)
        self.question, self.passage, self.bf16 = question, passage, bf16
        self.tokenizer.enable_truncation(length)
        self.tokenizer.enable_padding()

    def __call__(self, body, texts):
        """Returns the vectors of texts, of length 1: the mean of their tokens'."""
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        out = [None] * len(texts)
        for part in (order[i : i + 24] for i in range(0, len(order), 24)):
            cut = self.tokenizer.encode_batch([texts[i] for i in part])
            ids = torch.tensor([e.ids for e in cut])
            mask = torch.tensor([e.attention_mask for e in cut], dtype=torch.bool)
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.bf16):
                x = body(ids, mask).float()
            mean = (x * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
            for i, v in zip(part, F.normalize(mean, dim=1)):
                out[i] = v
        return torch.stack(out)

    def questions(self, body, asked):
        return self(body, [self.question + q.text for q in asked])

    def passages(self, body, texts):
        return self(body, [self.passage + text for text in texts])


def hits(body, embed, all_lives):
    """Prints how often the first and the first five memories by nearness hold the answer."""
    ranks = defaultdict(list)
    with torch.inference_mode():
        for life in all_lives:
            texts = embed.passages(body, life.texts)
            asked = embed.questions(body, life.answerable)
            for q, near in zip(life.answerable, asked @ texts.T):
                best = {}
                for passage, v in zip(life.passages, near.tolist()):
                    best[passage.memory] = max(v, best.get(passage.memory, -1))
                order = sorted(best, key=lambda m: -best[m])
                rank = min(order.index(life.passages[i].memory) for i in q.holds)
                ranks[q.kind].append(rank)
                ranks["all"].append(rank)
    return " ".join(f"{k} {sum(r < 1 for r in v) / len(v):.3f} {sum(r < 5 for r in v) / len(v):.3f}" for k, v in sorted(ranks.items()))


def wrong(near, holds):
    """Returns the mean of minus the logarithm of the share that the right passages have of a softmax over all."""
    right = torch.zeros_like(near, dtype=torch.bool)
    for row, passages_of in enumerate(holds):
        right[row, passages_of] = True
    return (near.logsumexp(1) - near.masked_fill(~right, -1e4).logsumexp(1)).mean()


def steps_of(train, size, rng):
    """Returns the steps of an epoch: a life with some of its questions."""
    steps = []
    for life in train:
        asked = rng.sample(life.answerable, len(life.answerable))
        steps += [(life, asked[i : i + size]) for i in range(0, len(asked), size)]
    rng.shuffle(steps)
    return steps


class Trainer:
    def __init__(self, args, rng):
        self.args, self.body = args, load(args.model)
        self.before = copy.deepcopy(self.body)
        self.embed = Embedder(args.model, args.length, args.question_prefix, args.passage_prefix, args.bf16)
        self.learned = [p for p in self.body.parameters() if p.requires_grad]
        self.optimiser = torch.optim.AdamW(self.learned, lr=args.rate, weight_decay=0.01)
        self.train = lives(args.everyday)
        self.still = paragraphs(args.general, rng)
        self.total = sum(len(steps_of([life], args.questions, random.Random(0))) for life in self.train) * args.epochs
        self.done, self.began = 0, time.process_time()

    def step(self, life, asked):
        """Returns the loss, and how far general texts moved: one less their cosine with before."""
        rate = self.args.rate * min(1, (self.done + 1) / (0.1 * self.total)) * max(0.02, 1 - self.done / self.total)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        near = self.embed.questions(self.body, asked) @ self.embed.passages(self.body, life.texts).T
        loss = wrong(self.args.sharpness * near, [q.holds for q in asked])
        texts = [self.still[(self.done * self.args.texts + i) % len(self.still)] for i in range(self.args.texts)]
        with torch.no_grad():
            was = self.embed.passages(self.before, texts)
        moved = (1 - (self.embed.passages(self.body, texts) * was).sum(1)).mean()
        self.optimiser.zero_grad()
        (loss + self.args.still * moved).backward()
        torch.nn.utils.clip_grad_norm_(self.learned, 1.0)
        self.optimiser.step()
        self.done += 1
        return loss.item(), moved.item()

    def model(self):
        """Returns the body with weights between what they were and what was learned."""
        between = copy.deepcopy(self.before)
        learned = self.body.state_dict()
        between.load_state_dict({k: torch.lerp(v, learned[k], self.args.share) for k, v in self.before.state_dict().items()})
        return between

    def epoch(self, rng):
        seen = []
        for life, asked in steps_of(self.train, self.args.questions, rng):
            seen.append(self.step(life, asked))
            if len(seen) == 10:
                loss, moved = (sum(values) / 10 for values in zip(*seen))
                spent = time.process_time() - self.began
                print(f"step {self.done}/{self.total} loss {loss:.3f} moved {moved:.4f} cpu {spent:.0f}s", flush=True)
                seen = []


def main():
    args = argparse.ArgumentParser()
    args.add_argument("--model", required=True)
    args.add_argument("--out", required=True)
    args.add_argument("--everyday", required=True)
    args.add_argument("--general", nargs="+", required=True)
    args.add_argument("--dev")
    args.add_argument("--epochs", type=int, default=2)
    args.add_argument("--rate", type=float, default=5e-5)
    args.add_argument("--length", type=int, default=128, help="pieces of a text at most")
    args.add_argument("--questions", type=int, default=64, help="of a step")
    args.add_argument("--texts", type=int, default=8, help="general ones of a step")
    args.add_argument("--still", type=float, default=10.0, help="weight of how far they moved")
    args.add_argument("--sharpness", type=float, default=20.0, help="of the softmax over a life's passages")
    args.add_argument("--question-prefix", default="", help="what a question begins with")
    args.add_argument("--passage-prefix", default="", help="what a passage begins with")
    args.add_argument("--bf16", action="store_true", help="faster where the processor has it")
    args.add_argument("--share", type=float, default=0.7, help="of the way that the weights go")
    args = args.parse_args()
    out = Path(args.out)
    shutil.copytree(args.model, out, dirs_exist_ok=True)
    tensors = load_file(out / "model.safetensors")
    torch.manual_seed(SEED)
    rng = random.Random(SEED)
    trainer = Trainer(args, rng)
    dev = lives(args.dev) if args.dev else []
    print("before:", hits(trainer.body, trainer.embed, dev), flush=True)
    for epoch in range(args.epochs):
        trainer.epoch(rng)
        model = trainer.model()
        save_file({**tensors, **published(model)}, out / "model.safetensors")
        print(f"epoch {epoch}:", hits(model, trainer.embed, dev), flush=True)


if __name__ == "__main__":
    main()
