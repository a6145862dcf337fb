import { describe, expect, it } from 'vitest';
import { backends, gaussians } from './backends.ts';

/** Weights of a graph given as [i, j, weight]. */
function graph(n: number, edges: [number, number, number][]): Float64Array {
  const weights = new Float64Array(n * n);
  for (const [i, j, weight] of edges) {
    weights[i * n + j] = weight;
    weights[j * n + i] = weight;
  }
  return weights;
}

/** Two triangles of unit weights joined by one edge. */
const barbell = (bridge: number): Float64Array =>
  graph(6, [
    [0, 1, 1],
    [0, 2, 1],
    [1, 2, 1],
    [3, 4, 1],
    [3, 5, 1],
    [4, 5, 1],
    [2, 3, bridge],
  ]);

/** φ(G) straight from the definition. */
function conductanceByDefinition(weights: Float64Array, n: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let set = 1; set < 2 ** n - 1; set++) {
    let cut = 0;
    let inside = 0;
    let outside = 0;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const weight = weights[i * n + j];
        if ((set >> i) & 1) inside += weight;
        else outside += weight;
        if ((set >> i) & 1 && !((set >> j) & 1)) cut += weight;
      }
    }
    best = Math.min(best, cut / Math.min(inside, outside));
  }
  return best;
}

describe.each(backends)('cuts of $name', (backend) => {
  it('finds the bridge of a barbell', () => {
    const fiedler = Float64Array.of(0.5, 0.5, 0.3, -0.3, -0.5, -0.5);
    const { sign, sweep, exact } = backend.cuts(barbell(0.25), 6, fiedler);
    for (const phi of [sign, sweep, exact]) expect(phi).toBeCloseTo(0.25 / 6.25, 14);
  });

  it('takes the sign cut it is told to, whatever it costs', () => {
    const { sign, sweep, exact } = backend.cuts(barbell(0.25), 6, Float64Array.of(1, -1, -2, -3, -4, -5));
    expect(sign).toBeCloseTo(1, 14); // node 0 alone: both its edges are cut
    expect(sweep).toBeCloseTo(0.25 / 6.25, 14); // the prefix 5, 4, 3
    expect(exact).toBeCloseTo(0.25 / 6.25, 14);
  });

  it('counts 0 as positive, and orders ties of the sweep by index', () => {
    // Path 0–1–2 of unit weights: S = {0, 1}.
    const path = graph(3, [
      [0, 1, 1],
      [1, 2, 1],
    ]);
    expect(backend.cuts(path, 3, Float64Array.of(0, 0, -1)).sign).toBeCloseTo(1, 14);
    // Path 0–1–2–3 with every node tied: the prefixes are {0}, {0, 1}, {0, 1, 2}.
    const chain = graph(4, [
      [0, 1, 3],
      [1, 2, 1],
      [2, 3, 3],
    ]);
    expect(backend.cuts(chain, 4, new Float64Array(4)).sweep).toBeCloseTo(1 / 7, 14);
  });

  it.each([2, 3, 4, 5, 7, 9, 12])('enumerates every cut of %d nodes', (n) => {
    const next = gaussians(n);
    const weights = graph(
      n,
      Array.from({ length: n * n }, (_, t): [number, number, number] => [
        Math.floor(t / n),
        t % n,
        Math.abs(next()),
      ]).filter(([i, j]) => i < j),
    );
    expect(backend.cuts(weights, n, new Float64Array(n)).exact).toBeCloseTo(conductanceByDefinition(weights, n), 13);
  });

  it('keeps its digits where one side holds almost no weight', () => {
    const weights = graph(4, [
      [0, 1, 1],
      [1, 2, 0.5],
      [2, 0, 0.7],
      [2, 3, 3e-12],
    ]);
    const fiedler = Float64Array.of(-1e-6, -2e-6, -3e-6, 1);
    const { sign, exact } = backend.cuts(weights, 4, fiedler);
    expect(sign).toBeCloseTo(1, 14);
    expect(exact).toBeCloseTo(conductanceByDefinition(weights, 4), 13);
  });

  it('keeps the digits of a sweep whose prefix holds almost no weight', () => {
    // Path 1–0–2 with a weak first edge: every cut has conductance 1.
    for (const strong of [0.3, 0.7, Math.SQRT1_2, 0.9]) {
      for (const weak of [3e-6, 1e-7, 7e-9, 2e-11]) {
        const path = graph(3, [
          [0, 1, weak],
          [0, 2, strong],
        ]);
        expect(backend.cuts(path, 3, Float64Array.of(-1e-4, 1, -3e-4)).sweep).toBeCloseTo(1, 13);
      }
    }
  });

  it('does not enumerate past 12 nodes', () => {
    const n = 13;
    const ring = graph(
      n,
      Array.from({ length: n }, (_, i): [number, number, number] => [i, (i + 1) % n, 1]),
    );
    const { exact, sweep } = backend.cuts(
      ring,
      n,
      Float64Array.from({ length: n }, (_, i) => Math.cos((2 * Math.PI * i) / n)),
    );
    expect(exact).toBeNaN();
    expect(sweep).toBeCloseTo(2 / 12, 14);
  });
});
