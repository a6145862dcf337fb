"""The analysis in Python as one side of a comparison.

    pipeline.py FILE CONTEXTS N D REFERENCE

FILE holds contexts x n x d float32; REFERENCE is the path of the plain reference implementation. For each line "SIDE MS" on
standard input, repeats that side for at least MS milliseconds and answers with two numbers: microseconds of processor time a
context, and the sum of lambda2 (and of modularity where that is computed), so that the caller can see that all sides do the
same work.
"""

import importlib.util
import sys
import time

import networkx as nx
import numpy as np

K = 4
ROUNDING = 1e9
SMALLEST_WEIGHT = 1e-12
EXACT_UP_TO = 12


def load_reference(path):
    spec = importlib.util.spec_from_file_location("reference", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Shape:
    """What depends on n alone, computed once."""

    def __init__(self, n):
        self.eye = np.eye(n)
        self.upper = np.triu_indices(n, 1)
        self.off_diagonal = n * (n - 1)
        self.diagonal = np.arange(n)
        self.tie = np.arange(n)
        if n <= EXACT_UP_TO:
            codes = np.arange(1, 2 ** (n - 1))
            self.cuts = ((codes[:, None] >> np.arange(n)) & 1).astype(float)


def neighbours(similarity, shape, k):
    """Mask of the k nearest, as the ranking on rounded cosines with ties to the lower index gives them, without sorting whole rows."""
    n = similarity.shape[-1]
    # Rounded cosines are whole multiples of 1e-9, so a tie-break far below that keeps every order between different ones.
    ranked = np.rint(similarity * ROUNDING) * (2.0 * n) - shape.tie
    ranked[..., shape.diagonal, shape.diagonal] = -np.inf
    k = min(k, n - 1)
    nearest = np.argpartition(-ranked, k - 1, axis=-1)[..., :k]
    mask = np.zeros(similarity.shape, bool)
    np.put_along_axis(mask, nearest, True, axis=-1)
    return mask


def analyze(x, shape):
    """Stack of contexts [b, n, d] float32 to measures; every step is one numpy call over the whole stack."""
    x = x.astype(np.float64)
    norms = np.sqrt(np.einsum("bnd,bnd->bn", x, x))
    similarity = x @ x.transpose(0, 2, 1)
    scale = 1 / np.where(norms > 0, norms, 1)
    similarity *= scale[:, :, None]
    similarity *= scale[:, None, :]
    mask = neighbours(similarity, shape, K)
    weights = np.where((mask | mask.transpose(0, 2, 1)) & (similarity > SMALLEST_WEIGHT), similarity, 0.0)
    degrees = weights.sum(-1)
    root = np.where(degrees > 0, 1 / np.sqrt(np.where(degrees > 0, degrees, 1)), 0)
    values, vectors = np.linalg.eigh(shape.eye - root[:, :, None] * weights * root[:, None, :])
    fiedler = vectors[:, :, 1]
    largest = np.take_along_axis(fiedler, np.abs(fiedler).argmax(1)[:, None], 1)
    fiedler = fiedler * np.sign(largest)
    volume = degrees.sum(1)

    side = (fiedler >= 0).astype(float)
    sign = cut(side[:, None, :], weights, degrees, volume)[:, 0]
    order = np.argsort(fiedler * root, axis=1, kind="stable")
    rank = np.argsort(order, axis=1)
    prefixes = (rank[:, None, :] < np.arange(1, x.shape[1])[None, :, None]).astype(float)
    sweep = cut(prefixes, weights, degrees, volume).min(1)
    exact = None
    if hasattr(shape, "cuts"):
        exact = cut(np.broadcast_to(shape.cuts, (len(x), *shape.cuts.shape)), weights, degrees, volume).min(1)
    mean_similarity = similarity[:, shape.upper[0], shape.upper[1]].mean(1)
    edges = (weights > 0).sum((1, 2))
    mean_weight = weights.sum((1, 2)) / np.maximum(edges, 1)
    # One zero eigenvalue a component.
    components = (values < 1e-9).sum(1)
    return values, fiedler, weights, (sign, sweep, exact, mean_similarity, mean_weight, components)


def cut(sides, weights, degrees, volume):
    """Conductance of each side [b, s, n] of each graph; 0 where one side has no volume."""
    inside = sides @ degrees[:, :, None]
    inside = inside[:, :, 0]
    kept = np.einsum("bsn,bsn->bs", sides @ weights, sides)
    smaller = np.minimum(inside, volume[:, None] - inside)
    return np.where(smaller > 0, (inside - kept) / np.where(smaller > 0, smaller, 1), 0.0)


def louvain(weights):
    graph = nx.from_numpy_array(weights)
    return nx.community.modularity(graph, nx.community.louvain_communities(graph, seed=0)) if graph.number_of_edges() else 0.0


def main():
    path, contexts, n, d, reference_path = sys.argv[1], *map(int, sys.argv[2:5]), sys.argv[5]
    stack = np.fromfile(path, np.float32).reshape(contexts, n, d)
    shape = Shape(n)
    reference = load_reference(reference_path)

    def lambda2(values):
        return float(np.maximum(values[:, 1], 0).sum())

    def batched():
        return lambda2(analyze(stack, shape)[0])

    def single():
        return sum(lambda2(analyze(stack[c : c + 1], shape)[0]) for c in range(contexts))

    def single_networkx():
        total = 0.0
        for c in range(contexts):
            values, _, weights, _ = analyze(stack[c : c + 1], shape)
            total += lambda2(values) + louvain(weights[0])
        return total

    def plain(with_louvain):
        total = 0.0
        for c in range(contexts):
            x = stack[c].astype(float)
            x /= np.linalg.norm(x, axis=1, keepdims=True)
            scores = reference.graph_scores(x, K, louvain=with_louvain)
            total += scores["lambda2"] + scores.get("modularity", 0.0)
        return total

    # The reference also enumerates partitions of small graphs, which nobody needs beside Louvain.
    reference.exact_modularity = lambda weights: 0.0
    sides = {
        "batched": batched,
        "single": single,
        "single+networkx": single_networkx,
        "plain": lambda: plain(False),
        "plain+networkx": lambda: plain(True),
    }
    print(f"numpy {np.__version__}, networkx {nx.__version__}, python {sys.version.split()[0]}", flush=True)
    for line in sys.stdin:
        side, milliseconds = line.split()
        work, budget = sides[side], float(milliseconds) / 1000
        calls, start = 0, time.process_time()
        while True:
            checksum = work()
            calls += 1
            elapsed = time.process_time() - start
            if elapsed >= budget:
                break
        print(f"{elapsed * 1e6 / (calls * contexts):.6f} {checksum:.12g}", flush=True)


main()
