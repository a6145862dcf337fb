import { knnGraph, spectralGap } from '../../graph/index.ts';
import type { Backend } from '../../linalg/backend.ts';
import { mean, quantile } from '../metrics/index.ts';
import { normal, type RandomStream, randomFor } from '../random.ts';
import { rounded } from './cells.ts';
import type { Experiment } from './experiment.ts';
import type { Study } from './study.ts';

/** Distances between a unit vector and its perturbed one. */
const SIGMAS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3];
const CONTEXTS = 100;
/** Perturbations of each context at each noise level. */
const DRAWS = 3;

interface Graph {
  weights: Float64Array;
  lambda2: number;
  /** Degrees, weighted and counted. */
  smallestDegree: number;
  largestDegree: number;
  mostNeighbours: number;
}

/** What one perturbation does to λ₂, and what the proof of Theorem 3.1 allows. */
export interface Perturbed {
  change: number;
  bound: number;
  sameEdges: boolean;
}

/** Theorem 3.1 on data: how far λ₂ moves when embeddings do, against the bound that its proof gives. */
export const noise: Experiment = {
  name: 'noise',
  aliases: ['theorem-3.1'],
  title: 'Noise in the embeddings (Theorem 3.1)',
  async run(study) {
    const found = await perturbations(study);
    const rows = SIGMAS.map((sigma, s) => {
      const at = found[s];
      const same = at.filter((p) => p.sameEdges);
      return {
        sigma,
        count: at.length,
        changes: at.map((p) => p.change),
        same,
        violations: same.filter((p) => p.change > p.bound + 1e-9).length,
        tightness: same.filter((p) => Number.isFinite(p.bound)).map((p) => p.change / p.bound),
      };
    });
    return {
      basis: study.basis(`${found[0].length / DRAWS} benign contexts, ${DRAWS} perturbations each`),
      exhibits: [
        {
          type: 'lines',
          title: 'Change of λ₂ under noise, and its bound',
          note:
            'Random directions, each vector moved by σ and kept at unit length. Bound: the proof of Theorem 3.1 with its constants, ' +
            '2cσ(D + δ)/δ² for at most c neighbours, largest weighted degree D and smallest δ of the two graphs; mean over perturbations ' +
            'that keep the edge set, which the theorem asks for.',
          xLabel: 'Noise σ',
          yLabel: '|λ₂(G) − λ₂(G*)|',
          series: [
            { name: 'mean change', points: rows.map((r) => ({ x: r.sigma, y: mean(r.changes) })) },
            { name: 'largest change', points: rows.map((r) => ({ x: r.sigma, y: Math.max(...r.changes) })) },
            {
              name: 'mean bound, at most 2',
              points: rows
                .filter((r) => r.same.length > 0)
                .map((r) => ({ x: r.sigma, y: mean(r.same.map((p) => Math.min(2, p.bound))) })),
            },
          ],
        },
        {
          type: 'table',
          title: 'Perturbed embeddings',
          note: 'Tightness: change over bound, where the edge set is kept. λ₂ lies between 0 and 2, so a bound above 2 says nothing.',
          columns: [
            'σ',
            'Perturbations',
            'Edge set kept, %',
            'Mean change',
            '95 % of changes below',
            'Largest change',
            'Median bound',
            'Median tightness',
            'Bound exceeded',
          ],
          rows: rows.map((r) => [
            r.sigma,
            r.count,
            rounded((100 * r.same.length) / r.count, 1),
            rounded(mean(r.changes), 5),
            rounded(quantile(r.changes, 0.95), 5),
            rounded(Math.max(...r.changes), 5),
            rounded(
              quantile(
                r.same.map((p) => p.bound),
                0.5,
              ),
              4,
            ),
            rounded(quantile(r.tightness, 0.5), 4),
            r.violations,
          ]),
        },
      ],
      comparisons: [],
      measurements: rows.map((r) => ({
        encoder: study.encoder.id,
        detector: 'spectral-gap',
        attack: null,
        contexts: r.count,
        auroc: null,
        aurocSd: null,
        recall1: null,
        recall1Sd: null,
        recall5: null,
        fpr: null,
        params: {
          sigma: r.sigma,
          meanChange: mean(r.changes),
          edgesKept: r.same.length / r.count,
          boundExceeded: r.violations,
        },
      })),
    };
  },
};

async function perturbations(study: Study): Promise<Perturbed[][]> {
  const material = await study.material();
  const { backend } = await study.screener();
  const out: Perturbed[][] = SIGMAS.map(() => []);
  for (const row of material.rows.slice(0, CONTEXTS)) {
    study.throwIfAborted();
    const texts = row.supporting.flatMap((document) => material.pool.documents[document].sentences);
    const vectors = texts.map((text) => Float64Array.from(material.vectorOf(text)!));
    SIGMAS.forEach((sigma, s) => {
      const random = randomFor(study.options.seed, 'noise', row.id, s);
      for (let draw = 0; draw < DRAWS; draw++) {
        const moved = vectors.map((vector) => perturb(vector, sigma, random));
        out[s].push(comparePerturbed(backend, vectors, moved, study.options.k));
      }
    });
  }
  return out;
}

/**
 * A unit vector at the distance σ ≤ 2 from the unit vector `vector`: turned in a random direction by the angle whose chord is σ.
 * A zero vector stays zero.
 */
export function perturb(vector: Float64Array, sigma: number, random: RandomStream): Float64Array {
  const tangent = Float64Array.from(vector, () => normal(random));
  let along = 0;
  for (let i = 0; i < vector.length; i++) along += vector[i] * tangent[i];
  for (let i = 0; i < vector.length; i++) tangent[i] -= along * vector[i];
  const angle = 2 * Math.asin(sigma / 2);
  const sine = Math.sin(angle) / norm(tangent);
  if (norm(vector) === 0) return vector.slice();
  return vector.map((v, i) => Math.cos(angle) * v + sine * tangent[i]);
}

function norm(vector: Float64Array): number {
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += vector[i] * vector[i];
  return Math.sqrt(squares);
}

function distance(a: Float64Array, b: Float64Array): number {
  let squares = 0;
  for (let i = 0; i < a.length; i++) squares += (a[i] - b[i]) ** 2;
  return Math.sqrt(squares);
}

/**
 * λ₂ of two graphs and the bound of Theorem 3.1's proof on its change, from the noise that there is:
 * ‖L − L*‖ ≤ 2·½δ^(−3/2)·2cσ·D·δ^(−1/2) + 2cσ/δ = 2cσ(D + δ)/δ², as ‖W‖ ≤ D. Infinite where a node has no edge.
 */
export function comparePerturbed(
  backend: Backend,
  vectors: readonly Float64Array[],
  moved: readonly Float64Array[],
  k: number,
): Perturbed {
  const [a, b] = [vectors, moved].map((set) => graphOf(backend, set, k));
  const sigma = Math.max(...vectors.map((v, i) => distance(v, moved[i])));
  const smallest = Math.min(a.smallestDegree, b.smallestDegree);
  const largest = Math.max(a.largestDegree, b.largestDegree);
  const neighbours = Math.max(a.mostNeighbours, b.mostNeighbours);
  return {
    change: Math.abs(a.lambda2 - b.lambda2),
    bound:
      smallest > 0 ? (2 * neighbours * sigma * (largest + smallest)) / (smallest * smallest) : Number.POSITIVE_INFINITY,
    sameEdges: a.weights.every((w, i) => w > 0 === b.weights[i] > 0),
  };
}

function graphOf(backend: Backend, vectors: readonly Float64Array[], k: number): Graph {
  const n = vectors.length;
  const d = vectors[0].length;
  const packed = new Float64Array(n * d);
  vectors.forEach((vector, i) => {
    packed.set(vector, i * d);
  });
  const weights = knnGraph(backend.similarity(packed, n, d), n, k);
  const rows = Array.from({ length: n }, (_, i) => weights.subarray(i * n, (i + 1) * n));
  const degrees = rows.map((row) => row.reduce((sum, w) => sum + w, 0));
  return {
    weights,
    lambda2: spectralGap(backend, weights, n, new Float64Array(n)).lambda2,
    smallestDegree: Math.min(...degrees),
    largestDegree: Math.max(...degrees),
    mostNeighbours: Math.max(...rows.map((row) => row.filter((w) => w > 0).length)),
  };
}
