"""The body of all-MiniLM-L6-v2: tokens in, a vector of each out; and the reader that is built on one."""

import json
from pathlib import Path

import torch
from safetensors.torch import load_file
from tokenizers import BertWordPieceTokenizer, Tokenizer
from torch import nn
from torch.nn import functional as F


class Layer(nn.Module):
    """One layer of BERT: attention and a feed-forward network, each normalised after its sum."""

    def __init__(self, hidden, heads, inner):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(hidden, 3 * hidden)
        self.out = nn.Linear(hidden, hidden)
        self.norm1 = nn.LayerNorm(hidden, eps=1e-12)
        self.up = nn.Linear(hidden, inner)
        self.down = nn.Linear(inner, hidden)
        self.norm2 = nn.LayerNorm(hidden, eps=1e-12)

    def forward(self, x, mask):
        n, length, hidden = x.shape
        q, k, v = self.qkv(x).view(n, length, 3, self.heads, hidden // self.heads).permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        x = self.norm1(x + self.out(mixed.transpose(1, 2).reshape(n, length, hidden)))
        return self.norm2(x + self.down(F.gelu(self.up(x))))


class Body(nn.Module):
    """Returns the vector of each token. The table of words is not learned further."""

    def __init__(self, config):
        super().__init__()
        hidden = config["hidden_size"]
        self.words = nn.Embedding(config["vocab_size"], hidden)
        self.places = nn.Embedding(config["max_position_embeddings"], hidden)
        self.segments = nn.Embedding(config["type_vocab_size"], hidden)
        self.norm = nn.LayerNorm(hidden, eps=1e-12)
        self.layers = nn.ModuleList(
            Layer(hidden, config["num_attention_heads"], config["intermediate_size"])
            for _ in range(config["num_hidden_layers"])
        )
        self.words.weight.requires_grad_(False)
        self.segments.weight.requires_grad_(False)

    def forward(self, ids, mask, segments=None):
        """Returns the vectors of tokens. Segments are 0 or 1 for each token; without them all are 0."""
        segment = self.segments.weight[0] if segments is None else self.segments(segments)
        x = self.norm(self.words(ids) + self.places.weight[: ids.shape[1]] + segment)
        for layer in self.layers:
            x = layer(x, mask[:, None, None, :])
        return x


class Reader(nn.Module):
    """A cross-encoder: of a question and a passage read together it says where and whether the passage answers."""

    START, END, ANSWERS, RELEVANT = range(4)

    def __init__(self, body):
        super().__init__()
        self.body = body
        # A body of one type of tokens learns the second.
        if len(body.segments.weight) == 1:
            body.segments = nn.Embedding.from_pretrained(body.segments.weight.repeat(2, 1))
        body.segments.weight.requires_grad_(True)
        self.heads = nn.Linear(body.places.embedding_dim, 4)
        nn.init.normal_(self.heads.weight, std=0.02)
        nn.init.zeros_(self.heads.bias)

    def forward(self, ids, mask, segments):
        """Returns the logits of each token: that it begins or ends an answer; of the first: that there is one, that it is near."""
        return self.heads(self.body(ids, mask, segments))


EMBEDDINGS = {"words.weight": "word_embeddings.weight", "places.weight": "position_embeddings.weight",
              "segments.weight": "token_type_embeddings.weight", "norm": "LayerNorm"}
LAYER = {"out": "attention.output.dense", "norm1": "attention.output.LayerNorm", "up": "intermediate.dense",
         "down": "output.dense", "norm2": "output.LayerNorm"}
KINDS = ("weight", "bias")


def names(layers):
    """Yields the name of each tensor here, and its names in the published file: three for what is one here."""
    for own, published in EMBEDDINGS.items():
        if own.endswith(".weight"):
            yield own, [f"embeddings.{published}"]
        else:
            yield from ((f"{own}.{kind}", [f"embeddings.{published}.{kind}"]) for kind in KINDS)
    for i in range(layers):
        for kind in KINDS:
            for own, published in LAYER.items():
                yield f"layers.{i}.{own}.{kind}", [f"encoder.layer.{i}.{published}.{kind}"]
            parts = ("query", "key", "value")
            yield f"layers.{i}.qkv.{kind}", [f"encoder.layer.{i}.attention.self.{part}.{kind}" for part in parts]


def tokenizer(folder):
    """Returns the tokenizer of a published encoder, with its first and last pieces: of word pieces, or the file's own."""
    vocabulary = Path(folder) / "vocab.txt"
    if vocabulary.exists():
        return BertWordPieceTokenizer(str(vocabulary), lowercase=True), "[CLS]", "[SEP]"
    return Tokenizer.from_file(str(Path(folder) / "tokenizer.json")), "<s>", "</s>"


def load(folder):
    """Returns the body of a published encoder."""
    folder = Path(folder)
    body = Body(json.loads((folder / "config.json").read_text()))
    tensors = load_file(folder / "model.safetensors")
    body.load_state_dict({own: torch.cat([tensors[name] for name in parts]) for own, parts in names(len(body.layers))})
    return body


def published(body):
    """Returns the tensors of a body by their names in the published file."""
    own = body.state_dict()
    found = {}
    for name, parts in names(len(body.layers)):
        found.update(zip(parts, (part.clone() for part in own[name].chunk(len(parts)))))
    return found
