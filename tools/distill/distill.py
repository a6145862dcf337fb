"""Distils the static encoder.

    python distill.py measure --data DIR --others FILE --reference FILE     figures on held-out questions, for README.md
    python distill.py asset   --data DIR --others FILE --out FILE           the table that ships, trained on every question
    python distill.py folds   --data DIR --others FILE --out DIR            fold-0.bin …: have not seen their fold
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch

import evaluate
from asset import write_asset
from corpus import Corpus, add_others, fold_of, load_corpus, training_part
from student import Settings, dequantized, train
from teacher import Teacher, cached

NAME = "static:minilm-128-v2"
SEEDS = 5


class Material:
    """The corpus with the teacher's vectors and tokens of each of its texts."""

    def __init__(self, data: Path, cache: Path, others: Path | None, limit: int):
        self.corpus: Corpus = load_corpus(data)
        teacher = Teacher()
        self.vocabulary = teacher.vocabulary()
        self.token_vectors = cached(cache, "tokens", self.vocabulary, teacher.token_vectors)
        self.targets = cached(cache, "texts", self.corpus.texts, lambda: teacher.encode_texts(self.corpus.texts))
        if others:
            texts = add_others(self.corpus, others, limit)
            more = cached(cache, "others", texts, lambda: Teacher(precision=torch.bfloat16).encode_texts(texts))
            self.targets = np.concatenate([self.targets, more])
        self.ids = teacher.tokenize(self.corpus.texts)

    def distilled(self, part: Corpus, settings: Settings):
        return train(part, self.ids, self.targets, self.token_vectors, settings)


def measure(material: Material, reference_file: Path, folds: int, settings: Settings):
    reference = evaluate.load_reference(reference_file)
    corpus = material.corpus
    found: dict[tuple[str, str, str], list[np.ndarray]] = {}
    agreement: dict[str, list[tuple[float, float]]] = {}
    sizes: dict[str, int] = {}
    for fold in range(folds):
        part = training_part(corpus, folds, fold)
        began = time.time()
        student = dequantized(material.distilled(part, settings))
        print(f"fold {fold}: trained on {len(part.groups)} groups in {time.time() - began:.0f} s", flush=True)
        vectors = student.encode(material.ids)
        idf = evaluate.document_frequencies(reference, corpus, part.groups)
        out = [g for g in corpus.groups if fold_of(g, folds) == fold]
        for source in dict.fromkeys(g.source for g in out):
            groups = [g for g in out if g.source == source]
            agreement.setdefault(source, []).append(
                (
                    evaluate.cosine_agreement(groups, material.targets, vectors),
                    evaluate.cosine_agreement_across(groups, material.targets, vectors),
                )
            )
            held_out = evaluate.contexts(corpus, groups)
            if source not in ("hotpotqa", "musique"):
                continue
            sizes[source] = sizes.get(source, 0) + len(held_out)
            for encoder, table in (("teacher", material.targets), ("static", vectors)):
                result = evaluate.measure(reference, corpus, held_out, idf, table.__getitem__, SEEDS)
                for key, value in result.items():
                    found.setdefault((source, encoder, key), []).append(value)
    for source, size in sizes.items():
        print(f"\n{source}, {size} held-out contexts in {folds} folds, AUROC % / recall % at 1 % and 5 % FPR")
        print("| encoder | " + " | ".join(evaluate.KEYS) + " |\n|---|" + "---|" * len(evaluate.KEYS))
        for encoder in ("teacher", "static"):
            cells = [np.mean(found[source, encoder, k], 0) for k in evaluate.KEYS]
            print(f"| {encoder} | " + " | ".join(f"{a:.1f} / {r1:.0f} / {r5:.0f}" for a, r1, r5 in cells) + " |")
    print("\ncorrelation with the teacher's cosines, %, within a question / over any two texts:")
    print(", ".join(f"{source} {w:.1f} / {a:.1f}" for source, (w, a) in ((s, np.mean(v, 0)) for s, v in agreement.items())))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["measure", "asset", "folds"])
    parser.add_argument("--data", type=Path, required=True, help="folder of the .jsonl.gz question files")
    parser.add_argument("--cache", type=Path, default=Path(".cache"), help="where the teacher's vectors are kept")
    parser.add_argument("--reference", type=Path, help="topoguard_reference.py, for measure")
    parser.add_argument("--others", type=Path, help="sentences of other domains, made by other_text.py")
    parser.add_argument("--other-sentences", type=int, default=100_000, help="how many of them")
    parser.add_argument("--folds", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("assets/static-encoder.bin"))
    parser.add_argument("--dimension", type=int, default=Settings.dimension)
    parser.add_argument("--epochs", type=int, default=Settings.epochs)
    a = parser.parse_args()
    if a.command == "measure" and a.reference is None:
        parser.error("measure needs --reference")
    settings = Settings(dimension=a.dimension, epochs=a.epochs)
    material = Material(a.data, a.cache, a.others, a.other_sentences)
    if a.command == "measure":
        measure(material, a.reference, a.folds, settings)
    elif a.command == "folds":
        for fold in range(a.folds):
            student = material.distilled(training_part(material.corpus, a.folds, fold), settings)
            write_asset(a.out / f"fold-{fold}.bin", NAME, material.vocabulary, student)
    else:
        student = material.distilled(training_part(material.corpus, a.folds, None), settings)
        size = write_asset(a.out, NAME, material.vocabulary, student)
        print(f"{a.out}: {size} bytes")


if __name__ == "__main__":
    main()
