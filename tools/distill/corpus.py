"""Training and measuring text: question groups from the data files, and how they are split into folds.

A group is one question with the documents listed for it. Texts are strings; everything downstream refers to them by
their index in `Corpus.texts`, so that each distinct text is given to the teacher once.
"""

import gzip
import hashlib
import json
import random
from dataclasses import dataclass, field
from pathlib import Path

SOURCES = ("hotpotqa", "musique", "2wiki", "multihoprag")
UNSEEN = "multihoprag"
"""The source that is never trained on, so that it measures text of another domain."""
SPAN_WORDS = (2, 8)
PIECE = 12


@dataclass
class Document:
    title: str
    sentences: list[int]
    supporting: bool


@dataclass
class Group:
    source: str
    id: str
    question: int
    documents: list[Document]


@dataclass
class Corpus:
    texts: list[str] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    spans: list[int] = field(default_factory=list)
    """Indices of short spans and titles, trained on beside the groups."""
    origins: list[frozenset[int]] = field(default_factory=list)
    """For each entry of `spans`, the sentences that it was cut from (a title: those of its document)."""
    others: list[list[int]] = field(default_factory=list)
    """Documents of other domains, in pieces of at most PIECE sentences (see other_text.py)."""

    def __post_init__(self):
        self._at = {t: i for i, t in enumerate(self.texts)}

    def add(self, text: str) -> int:
        i = self._at.get(text)
        if i is None:
            i = self._at[text] = len(self.texts)
            self.texts.append(text)
        return i


def read_rows(data: Path, source: str):
    with gzip.open(data / f"{source}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def load_corpus(data: Path, spans: int = 12_000, seed: int = 0) -> Corpus:
    """All groups of all sources, plus `spans` random spans of 2-8 words and every document title."""
    corpus = Corpus()
    titles: dict[int, set[int]] = {}
    for source in SOURCES:
        for row in read_rows(data, source):
            documents = []
            for d in row["docs"]:
                sentences = [corpus.add(s.strip()) for s in d["sentences"] if s.strip()]
                if not sentences:
                    continue
                documents.append(Document(d["title"], sentences, bool(d["supporting"])))
                if d["title"].strip():
                    titles.setdefault(corpus.add(d["title"].strip()), set()).update(sentences)
            corpus.groups.append(Group(source, row["id"], corpus.add(row["question"].strip()), documents))
    sentences = sorted({s for g in corpus.groups for d in g.documents for s in d.sentences})
    rng = random.Random(seed)
    for _ in range(spans):
        s = rng.choice(sentences)
        words = corpus.texts[s].split()
        n = rng.randint(*SPAN_WORDS)
        if len(words) <= n:
            continue
        start = rng.randrange(len(words) - n)
        corpus.spans.append(corpus.add(" ".join(words[start : start + n])))
        corpus.origins.append(frozenset([s]))
    for title, of in titles.items():
        corpus.spans.append(title)
        corpus.origins.append(frozenset(of))
    return corpus


def add_others(corpus: Corpus, file: Path, limit: int, seed: int = 1) -> list[str]:
    """Adds whole documents of `file` (made by other_text.py) in random order, up to `limit` sentences; returns these."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        documents = [json.loads(line)["sentences"] for line in lines]
    random.Random(seed).shuffle(documents)
    first = len(corpus.texts)
    for sentences in documents:
        if len(corpus.texts) - first + len(sentences) > limit:
            break
        rows = [corpus.add(s) for s in sentences]
        corpus.others += [rows[i : i + PIECE] for i in range(0, len(rows), PIECE)]
    return corpus.texts[first:]


def fold_of(group: Group, folds: int) -> int:
    """Stable under reordering and addition of rows."""
    return int.from_bytes(hashlib.sha256(group.id.encode()).digest()[:4], "big") % folds


def training_part(corpus: Corpus, folds: int, held_out: int | None) -> Corpus:
    """The corpus without the held-out groups and without every document elsewhere that has a title or a sentence of one.

    Held out are the groups of that fold, if any, and those of UNSEEN. What is left shares no question, document or sentence
    with them; indices into `texts` stay valid.
    """

    def is_out(g: Group) -> bool:
        return g.source == UNSEEN or fold_of(g, folds) == held_out

    out = [g for g in corpus.groups if is_out(g)]
    titles = {d.title for g in out for d in g.documents}
    barred = {s for g in out for d in g.documents for s in d.sentences} | {g.question for g in out}
    part = Corpus(texts=corpus.texts, others=corpus.others)
    for g in corpus.groups:
        if is_out(g):
            continue
        kept = [d for d in g.documents if d.title not in titles and barred.isdisjoint(d.sentences)]
        if kept and g.question not in barred:
            part.groups.append(Group(g.source, g.id, g.question, kept))
    known = {s for g in part.groups for d in g.documents for s in d.sentences}
    for span, of in zip(corpus.spans, corpus.origins):
        if of <= known and span not in barred:
            part.spans.append(span)
            part.origins.append(of)
    return part
