"""Detection figures of an encoder on question groups that were kept out of its training.

Contexts and signals are those of the reference implementation (its first three sentences of two supporting documents);
the attack replaces one of the two documents by one of another held-out question. Each figure is a mean over seeds.
"""

import importlib.util
import math
import random
from pathlib import Path

import numpy as np

from corpus import Corpus, Group

PER_DOCUMENT = 3
RATES = (0.01, 0.05)
PAIRS = 200_000
KEYS = ("spectral-gap", "hybrid", "document-gap", "query-distance", "anchored")


def load_reference(path: Path):
    spec = importlib.util.spec_from_file_location("topoguard_reference", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def contexts(corpus: Corpus, groups: list[Group]) -> list[dict]:
    """Groups with two supporting documents of at least three sentences."""
    out = []
    for g in groups:
        docs = [d.sentences[:PER_DOCUMENT] for d in g.documents if d.supporting and len(d.sentences) >= PER_DOCUMENT]
        if len(docs) >= 2:
            out.append({"question": g.question, "docs": docs[:2]})
    return out


def document_frequencies(reference, corpus: Corpus, groups: list[Group]):
    """idf over the distinct documents of `groups`."""
    df: dict[str, int] = {}
    seen = {tuple(d.sentences) for g in groups for d in g.documents}
    for sentences in seen:
        for w in reference.words(" ".join(corpus.texts[s] for s in sentences)):
            df[w] = df.get(w, 0) + 1
    n = len(seen)
    return lambda w: math.log((n + 1) / (df.get(w, 0) + 1))


def measure(reference, corpus: Corpus, held_out: list[dict], idf, embed, seeds: int = 5) -> dict[str, np.ndarray]:
    """AUROC % and recall % at each FPR of RATES, of every detector. `embed` maps an index of a text to its unit vector."""
    texts = corpus.texts
    vectors = {texts[i]: embed(i) for c in held_out for i in [c["question"], *(s for d in c["docs"] for s in d)]}
    docs = [[[texts[s] for s in d] for d in c["docs"]] for c in held_out]

    def score(i, documents):
        return reference.context_scores(documents, vectors.__getitem__, texts[held_out[i]["question"]], idf)

    benign = [score(i, d) for i, d in enumerate(docs)]
    fused = reference.fuse(benign, ["query-distance", "entity-link"])
    pool = [(d, i) for i, c in enumerate(docs) for d in c]
    values = {k: [] for k in KEYS}
    for seed in range(seeds):
        rng = random.Random(seed)
        attacks = []
        for i, c in enumerate(docs):
            kept = c[rng.randrange(2)]
            planted = rng.choice([d for d, owner in pool if owner != i])
            attacks.append(score(i, [kept, planted]))
        for k in KEYS:
            f = fused if k == "anchored" else (lambda r, k=k: r[k])
            n, p = [f(r) for r in benign], [f(r) for r in attacks]
            values[k].append([100 * reference.auroc(n, p), *(100 * reference.split_recall(n, p, rate)[0] for rate in RATES)])
    return {k: np.mean(v, 0) for k, v in values.items()}


def cosine_agreement(groups: list[Group], teacher: np.ndarray, student: np.ndarray) -> float:
    """Pearson correlation, in %, of student and teacher cosines over pairs of sentences of one group."""
    a, b = [], []
    for g in groups:
        rows = list(dict.fromkeys(s for d in g.documents for s in d.sentences))[:40]
        iu = np.triu_indices(len(rows), 1)
        a.append((teacher[rows] @ teacher[rows].T)[iu])
        b.append((student[rows] @ student[rows].T)[iu])
    return 100 * float(np.corrcoef(np.concatenate(a), np.concatenate(b))[0, 1])


def cosine_agreement_across(groups: list[Group], teacher: np.ndarray, student: np.ndarray, seed: int = 0) -> float:
    """The same over random pairs of questions and sentences of all groups, where most pairs are of different topics."""
    rows = sorted({g.question for g in groups} | {s for g in groups for d in g.documents for s in d.sentences})
    a, b = np.random.default_rng(seed).choice(rows, (2, PAIRS))
    a, b = a[a != b], b[a != b]
    return 100 * float(np.corrcoef((teacher[a] * teacher[b]).sum(1), (student[a] * student[b]).sum(1))[0, 1])
