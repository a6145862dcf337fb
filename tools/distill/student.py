"""The student: one vector for each token, summed over a text, plus a bias; trained to reproduce the teacher's cosines.

    y = normalize( sum of T[token] + b * sqrt(number of tokens) )
"""

import math
import random
from dataclasses import dataclass

import numpy as np
import torch

from corpus import Corpus


@dataclass
class Settings:
    dimension: int = 128
    epochs: int = 10
    sif: float = 1e-4
    rows: int = 384
    loose: int = 256
    others: int = 768
    dropout: float = 0.2
    dropout_above: int = 4
    same_document: float = 4.0
    same_question: float = 2.0
    pair_loss: float = 100.0
    direction_loss: float = 10.0
    table_rate: float = 0.05
    bias_rate: float = 5e-4
    map_rate: float = 1e-3
    warm_up: int = 20
    final_rate: float = 0.01
    seed: int = 0


@dataclass
class Student:
    table: np.ndarray
    """[vocabulary, dimension]"""
    bias: np.ndarray
    """[dimension]"""

    def encode(self, ids: list[list[int]]) -> np.ndarray:
        """Unit vectors [n, dimension]; zero for a text without tokens."""
        out = np.zeros((len(ids), self.table.shape[1]))
        for i, row in enumerate(ids):
            if row:
                y = self.table[row].astype(np.float64).sum(0) + self.bias * math.sqrt(len(row))
                out[i] = y / np.linalg.norm(y)
        return out


class Bags:
    """Token ids of selected texts as one flat array with offsets, with token dropout while training."""

    def __init__(self, ids: list[list[int]]):
        self.lengths = np.array([len(r) for r in ids])
        self.starts = np.concatenate([[0], np.cumsum(self.lengths)])
        self.flat = np.array([t for r in ids for t in r], np.int64)

    def take(self, rows: np.ndarray, rng: np.random.Generator | None, s: Settings):
        lengths = self.lengths[rows]
        owner = np.repeat(np.arange(len(rows)), lengths)
        within = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        tokens = self.flat[np.repeat(self.starts[rows], lengths) + within]
        if rng is not None:
            kept = (lengths[owner] <= s.dropout_above) | (rng.random(len(tokens)) >= s.dropout)
            lost = np.bincount(owner[kept], minlength=len(rows)) == 0
            kept |= lost[owner]
            owner, tokens = owner[kept], tokens[kept]
            lengths = np.bincount(owner, minlength=len(rows))
        offsets = np.cumsum(lengths) - lengths
        return torch.from_numpy(tokens), torch.from_numpy(offsets), torch.from_numpy(np.sqrt(lengths)).float()


def forward(table, bias, bags):
    tokens, offsets, roots = bags
    y = torch.nn.functional.embedding_bag(tokens, table, offsets, mode="sum") + roots[:, None] * bias
    return torch.nn.functional.normalize(y, dim=1)


def start_table(token_vectors: np.ndarray, bags: Bags, texts: np.ndarray, s: Settings) -> np.ndarray:
    """Teacher's token vectors, centred, PCA, times the SIF weight a/(a+p) (Arora et al. 2017), at a mean sentence norm of 1."""
    counts = np.bincount(
        np.concatenate([bags.flat[bags.starts[i] : bags.starts[i + 1]] for i in texts]), minlength=len(token_vectors)
    )
    x = token_vectors - token_vectors.mean(0)
    _, v = np.linalg.eigh((x.T @ x).astype(np.float64))
    x = x @ v[:, ::-1][:, : s.dimension].astype(np.float32)
    x *= (s.sif / (s.sif + counts / counts.sum()))[:, None].astype(np.float32)
    sample = texts[:: max(1, len(texts) // 4096)]
    norms = [np.linalg.norm(x[bags.flat[bags.starts[i] : bags.starts[i + 1]]].sum(0)) for i in sample]
    return (x / np.mean(norms)).astype(np.float32)


def batches(part: Corpus, s: Settings, rng: random.Random):
    """(texts, document labels, question labels) of one step at a time.

    Whole groups up to s.rows rows, then s.loose other sentences or spans, then documents of other domains up to s.others rows.
    """
    order = list(range(len(part.groups)))
    rng.shuffle(order)
    sentences = sorted({t for g in part.groups for d in g.documents for t in d.sentences})
    rows: dict[int, tuple[int, int]] = {}
    document = 0
    others: list[list[int]] = []
    for at, i in enumerate(order):
        g = part.groups[i]
        rows.setdefault(g.question, (-1, i))
        for d in g.documents:
            document += 1
            for t in d.sentences:
                rows.setdefault(t, (document, i))
        if len(rows) >= s.rows or at + 1 == len(order):
            for _ in range(s.loose):
                pool = part.spans if rng.random() < 0.5 else sentences
                rows.setdefault(rng.choice(pool), (-1, -1))
            full = len(rows) + s.others
            while part.others and len(rows) < full:
                if not others:
                    others = rng.sample(part.others, len(part.others))
                document += 1
                for t in others.pop():
                    rows.setdefault(t, (document, -1))
            yield (
                np.fromiter(rows, np.int64),
                torch.tensor([x[0] for x in rows.values()]),
                torch.tensor([x[1] for x in rows.values()]),
            )
            rows = {}


def train(part: Corpus, ids: list[list[int]], targets: np.ndarray, token_vectors: np.ndarray, s: Settings, log=print):
    """`ids` and `targets` are those of `part.texts`; rows without tokens are left out."""
    torch.manual_seed(s.seed)
    rng, noise = random.Random(s.seed), np.random.default_rng(s.seed)
    bags = Bags(ids)
    used = np.array(
        sorted(
            {g.question for g in part.groups}
            | {t for g in part.groups for d in g.documents for t in d.sentences}
            | set(part.spans)
            | {t for d in part.others for t in d}
        )
    )
    used = used[bags.lengths[used] > 0]
    table = torch.nn.Parameter(torch.from_numpy(start_table(token_vectors, bags, used, s)))
    bias = torch.nn.Parameter(torch.zeros(s.dimension))
    t_all = torch.from_numpy(targets)
    with torch.no_grad():
        sample = used[:: max(1, len(used) // 20_000)]
        y = forward(table, bias, bags.take(sample, None, s))
        one = torch.cat([y, torch.ones(len(y), 1)], 1)
        fit = torch.linalg.lstsq(one, t_all[sample]).solution
    lift, shift = torch.nn.Parameter(fit[:-1].clone()), torch.nn.Parameter(fit[-1].clone())
    rate = s.table_rate * table.detach().abs().mean().item()
    optimizer = torch.optim.Adam(
        [
            {"params": [table], "lr": rate},
            {"params": [bias], "lr": s.bias_rate},
            {"params": [lift, shift], "lr": s.map_rate},
        ],
        betas=(0.9, 0.99),
        fused=True,
    )
    schedule = [list(batches(part, s, rng)) for _ in range(s.epochs)]
    total = sum(len(e) for e in schedule)

    def factor(step):
        if step < s.warm_up:
            return (step + 1) / s.warm_up
        progress = (step - s.warm_up) / max(1, total - s.warm_up)
        return s.final_rate + (1 - s.final_rate) * 0.5 * (1 + math.cos(math.pi * progress))

    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, factor)
    for epoch, steps in enumerate(schedule):
        losses = []
        for rows, document, question in steps:
            keep = bags.lengths[rows] > 0
            rows, document, question = rows[keep], document[keep], question[keep]
            t = t_all[rows]
            y = forward(table, bias, bags.take(rows, noise, s))
            weight = torch.ones(len(rows), len(rows))
            weight += s.same_document * ((document[:, None] == document) & (document[:, None] >= 0))
            weight += s.same_question * ((question[:, None] == question) & (question[:, None] >= 0))
            weight.fill_diagonal_(0)
            pair = (weight * (y @ y.T - t @ t.T) ** 2).sum() / weight.sum()
            direction = 1 - torch.nn.functional.cosine_similarity(y @ lift + shift, t).mean()
            loss = s.pair_loss * pair + s.direction_loss * direction
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            scheduler.step()
            losses.append((pair.item(), direction.item()))
        p, d = np.mean(losses, 0)
        log(f"epoch {epoch + 1}/{s.epochs}: pair {p:.5f} direction {d:.4f}")
    return Student(table.detach().numpy(), bias.detach().numpy())


def quantize(student: Student) -> tuple[np.ndarray, np.ndarray]:
    """int8 rows and one float32 scale a row, so that row = scale * int8."""
    scale = (np.abs(student.table).max(1) / 127).astype(np.float32)
    safe = np.where(scale > 0, scale, 1)
    return np.clip(np.rint(student.table / safe[:, None]), -127, 127).astype(np.int8), scale


def dequantized(student: Student) -> Student:
    rows, scale = quantize(student)
    return Student(rows.astype(np.float32) * scale[:, None], student.bias.astype(np.float32))
