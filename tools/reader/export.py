"""Writes a trained reader for tools/embedding, which packs it: the tensors, and pairs with what was read of them.

    python export.py --model MODEL_DIR --reader OUT_DIR/state.pt --everyday DEV_DIR --out EXPORT_DIR
        --answers SCALE SHIFT --relevance SCALE SHIFT

The scales and shifts are those that evaluate.py prints. The pairs are of the lives of --everyday.
"""

import argparse
import json
import random
import shutil
from pathlib import Path

from safetensors.torch import save_file

from data import lives
from evaluate import Reading
from model import published

SEED = 22
PAIRS = 48


def drawn(folder, rng):
    """Returns pairs of questions and passages: a third answer, a third look so, a third are others."""
    found = []
    every = lives(folder)
    while len(found) < PAIRS:
        life = rng.choice(every)
        q = rng.choice(life.questions)
        pool = [[*q.places], q.near, range(len(life.passages))][len(found) % 3]
        if pool:
            found.append((q.text, life.passages[rng.choice(pool)]))
    return found


def main():
    args = argparse.ArgumentParser()
    args.add_argument("--model", required=True)
    args.add_argument("--reader", required=True)
    args.add_argument("--everyday", required=True)
    args.add_argument("--out", required=True)
    args.add_argument("--answers", type=float, nargs=2, required=True)
    args.add_argument("--relevance", type=float, nargs=2, required=True)
    args.add_argument("--length", type=int, default=192, help="pieces of a window")
    args = args.parse_args()
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    read = Reading(args.model, args.reader, args.length)
    tensors = published(read.reader.body)
    del tensors["embeddings.word_embeddings.weight"]
    tensors["heads.weight"], tensors["heads.bias"] = read.reader.heads.weight.detach(), read.reader.heads.bias.detach()
    save_file({name: t.detach().contiguous() for name, t in tensors.items()}, out / "model.safetensors")
    shutil.copy(Path(args.model) / "config.json", out)
    calibration = {name: dict(zip(("scale", "shift"), getattr(args, name))) for name in ("answers", "relevance")}
    (out / "reader.json").write_text(json.dumps({"window": args.length, **calibration}) + "\n")
    pairs = drawn(args.everyday, random.Random(SEED))
    with open(out / "pairs.jsonl", "w", encoding="utf-8") as file:
        for (question, passage), r in zip(pairs, read(pairs)):
            line = {"question": question, "title": passage.title, "body": passage.body, "answers": r["answers"],
                    "relevance": r["relevant"], "start": r["place"][0], "end": r["place"][1]}
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
