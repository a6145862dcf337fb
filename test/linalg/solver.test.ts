import { describe, expect, it } from 'vitest';
import type { Backend } from '../../src/linalg/backend.ts';
import { backends, gaussians } from './backends.ts';

/** Largest entry of |A·V − V·Λ|, relative to the largest entry of A. */
function residual(backend: Backend, matrix: Float64Array, n: number): number {
  const { values, vectors } = backend.eigendecomposition(matrix, n);
  let worst = 0;
  let scale = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      scale = Math.max(scale, Math.abs(matrix[i * n + j]));
      let entry = -values[j] * vectors[i * n + j];
      for (let t = 0; t < n; t++) entry += matrix[i * n + t] * vectors[t * n + j];
      worst = Math.max(worst, Math.abs(entry));
    }
  }
  return scale > 0 ? worst / scale : worst;
}

/** Largest entry of |Vᵀ·V − I|. */
function lossOfOrthogonality(backend: Backend, matrix: Float64Array, n: number): number {
  const { vectors } = backend.eigendecomposition(matrix, n);
  let worst = 0;
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < n; b++) {
      let product = a === b ? -1 : 0;
      for (let i = 0; i < n; i++) product += vectors[i * n + a] * vectors[i * n + b];
      worst = Math.max(worst, Math.abs(product));
    }
  }
  return worst;
}

function symmetric(n: number, entry: (i: number, j: number) => number): Float64Array {
  const matrix = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      matrix[i * n + j] = entry(i, j);
      matrix[j * n + i] = matrix[i * n + j];
    }
  }
  return matrix;
}

function randomSymmetric(n: number, seed: number, scale = 1): Float64Array {
  const next = gaussians(seed);
  return symmetric(n, () => scale * next());
}

/** Q·diag(values)·Qᵀ with Q a product of two reflections, so that the spectrum is known. */
function withSpectrum(values: number[], seed: number): Float64Array {
  const n = values.length;
  const next = gaussians(seed);
  let matrix = symmetric(n, (i, j) => (i === j ? values[i] : 0));
  for (let pass = 0; pass < 2; pass++) {
    const u = Array.from({ length: n }, next);
    const norm2 = u.reduce((sum, x) => sum + x * x, 0);
    const h = (i: number, j: number): number => (i === j ? 1 : 0) - (2 * u[i] * u[j]) / norm2;
    const old = matrix;
    matrix = symmetric(n, (i, j) => {
      let sum = 0;
      for (let a = 0; a < n; a++) for (let b = 0; b < n; b++) sum += h(i, a) * old[a * n + b] * h(j, b);
      return sum;
    });
  }
  return matrix;
}

const cases: [string, Float64Array, number][] = [
  ['n = 1', Float64Array.of(-3.5), 1],
  ['n = 2', Float64Array.of(1, -1, -1, 1), 2],
  ['n = 2, negative off-diagonal, unequal diagonal', Float64Array.of(2, -0.3, -0.3, 5), 2],
  ['zero matrix', new Float64Array(25), 5],
  ['identity', symmetric(7, (i, j) => (i === j ? 1 : 0)), 7],
  ['diagonal, descending', symmetric(6, (i, j) => (i === j ? 10 - i : 0)), 6],
  ['diagonal of mixed magnitudes', symmetric(5, (i, j) => (i === j ? 10 ** (3 * i - 6) : 0)), 5],
  ['all ones (rank one)', symmetric(20, () => 1), 20],
  ['already tridiagonal', symmetric(30, (i, j) => (i === j ? 2 : i - j === 1 ? -1 : 0)), 30],
  ['path of tiny couplings', symmetric(12, (i, j) => (i === j ? 1 : i - j === 1 ? 1e-17 : 0)), 12],
  ['arrow', symmetric(15, (i, j) => (j === 0 || i === j ? 1 : 0)), 15],
  ['entries whose squares underflow', symmetric(9, (i, j) => (i === j ? 1 : 1e-170 * (i + j))), 9],
  ['repeated eigenvalues', withSpectrum([1, 1, 1, 2, 2, 5, 5, 5, 5, 7], 3), 10],
  ['Laplacian of a complete graph', symmetric(11, (i, j) => (i === j ? 1 : -0.1)), 11],
  ['random 3', randomSymmetric(3, 1), 3],
  ['random 17', randomSymmetric(17, 2), 17],
  ['random 64', randomSymmetric(64, 3), 64],
  ['random 200', randomSymmetric(200, 4), 200],
  ['random, 1e150', randomSymmetric(12, 5, 1e150), 12],
];
const jsOnly: [string, Float64Array, number][] = [
  ['random, 1e300', randomSymmetric(12, 6, 1e300), 12],
  ['random, 1e-300', randomSymmetric(12, 7, 1e-300), 12],
];

describe.each(backends)('symmetric eigensolver of $name', (backend) => {
  it.each(backend.name === 'js' ? [...cases, ...jsOnly] : cases)('%s', (_, matrix, n) => {
    expect(residual(backend, matrix, n)).toBeLessThan(1e-12);
    expect(lossOfOrthogonality(backend, matrix, n)).toBeLessThan(1e-12);
    const { values } = backend.eigendecomposition(matrix, n);
    expect([...values]).toEqual([...values].sort((a, b) => a - b));
  });

  it('finds a known spectrum', () => {
    const spectrum = [-3, -1e-6, 0, 0.5, 0.5, 0.5 + 1e-9, 4];
    const { values } = backend.eigendecomposition(withSpectrum(spectrum, 9), spectrum.length);
    spectrum.forEach((value, i) => {
      expect(Math.abs(values[i] - value)).toBeLessThan(1e-14 * 4 * spectrum.length);
    });
  });

  it('finds the spectrum of a path graph, 2 − 2cos(πk/n)', () => {
    const n = 50;
    const path = symmetric(n, (i, j) => (i === j ? (i === 0 || i === n - 1 ? 1 : 2) : i - j === 1 ? -1 : 0));
    const { values } = backend.eigendecomposition(path, n);
    for (let k = 0; k < n; k++) expect(values[k]).toBeCloseTo(2 - 2 * Math.cos((Math.PI * k) / n), 13);
  });

  it('leaves its argument as it was, and gives each call arrays of its own', () => {
    const matrix = randomSymmetric(8, 11);
    const copy = matrix.slice();
    const first = backend.eigendecomposition(matrix, 8);
    const kept = first.values.slice();
    expect(matrix).toEqual(copy);
    backend.eigendecomposition(randomSymmetric(8, 12), 8);
    expect(first.values).toEqual(kept);
  });
});

it('the reference refuses a matrix that is not finite instead of not returning', () => {
  const reference = backends.find(({ name }) => name === 'reference') as Backend;
  const matrix = Float64Array.of(1, Number.NaN, Number.NaN, 1);
  expect(() => reference.eigendecomposition(matrix, 2)).toThrow(expect.objectContaining({ code: 'SOLVER_FAILED' }));
});
