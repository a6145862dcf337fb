"""Signals of the plain numpy reference on real contexts, as numbers for test/reference.

    python tools/reference/signals.py SHARED_DIRECTORY > test/reference/hotpotqa-mpnet.json

Needs numpy. SHARED_DIRECTORY holds reference/, data/ and embeddings/. For every HotpotQA row with two supporting documents of
three sentences whose MPNet vectors are there: the benign context, and the context with its second document replaced by the first
document of the row 17 further on. `ascii` tells whether the texts are ASCII: only there are words and entities the same by
definition, since the product's reach beyond ASCII.
"""
import json
import math
import sys
from pathlib import Path

shared = Path(sys.argv[1]).resolve()
sys.path.insert(0, str(shared / "reference"))
import topoguard_reference as reference  # noqa: E402

SIGNALS = [
    "spectral-gap", "conductance", "conductance-sweep", "conductance-exact", "average-weight", "density", "entity-overlap",
    "hybrid", "pairwise-spectral-gap", "pairwise-conductance", "pairwise-hybrid", "document-gap", "query-distance", "entity-link",
    "query-echo",
]
at, vector = reference.embeddings()
rows = [q for q in reference.load("hotpotqa") if q["question"] in at and all(s in at for d in q["docs"] for s in d)]
frequency = {}
for row in rows:
    for document in row["docs"]:
        for word in reference.words(" ".join(document)):
            frequency[word] = frequency.get(word, 0) + 1
total = 2 * len(rows)


def idf(word):
    return math.log((total + 1) / (frequency.get(word, 0) + 1))


contexts = []
for i, row in enumerate(rows):
    other = rows[(i + 17) % len(rows)]["docs"][0]
    for kind, documents in (("benign", row["docs"]), ("replace", [row["docs"][0], other])):
        scores = reference.context_scores(documents, vector, row["question"], idf)
        text = " ".join([row["question"], *documents[0], *documents[1]])
        contexts.append({
            "row": i,
            "kind": kind,
            "ascii": text.isascii(),
            "degenerate": bool(scores["degenerate"]),
            "values": [round(float(scores[name]), 9) for name in SIGNALS],
        })
json.dump({"signals": SIGNALS, "contexts": contexts}, sys.stdout, separators=(",", ":"))
