import { TopoGuardError } from '../../errors/index.ts';

export interface CertificateInput {
  /** ε in [0, 1]: every legitimate graph has conductance φ ≥ ε. */
  epsilon: number;
  /** δ in [0, 1]: every attack graph has conductance φ ≤ δ. */
  delta: number;
  /** σ ≥ 0: sub-Gaussian parameter of the embeddings' noise. It cannot be measured (paper appendix E), only assumed. */
  sigma: number;
  /** Nodes of the similarity graph. The paper says passages; its graphs, and ours, have sentences. */
  n: number;
  /** The factor c > 0 in exp(−c·nΔ²/σ²). The paper's Ω(·) does not give it; the default 1 is a convention, not a finding. */
  constant?: number;
}

export interface Certificate {
  /** ε ≥ 2√δ: the theorem's separation condition. */
  applies: boolean;
  /** τ_λ = δ + ε²/4: an attack is a graph with λ₂ below it. */
  spectralThreshold: number;
  /** Δ = (ε² − 4δ)/4: distance of τ_λ from the attacks' ceiling 2δ and from the legitimate floor ε²/2; ≤ 0 without separation. */
  margin: number;
  /** τ = 1 − min(τ_λ, 1), for the score 1 − min(λ₂, 1) of detector `spectral-gap`. */
  scoreThreshold: number;
  /** c·nΔ²/σ²; 0 where the theorem does not apply, Infinity without noise. */
  errorExponent: number;
  /** exp(−errorExponent): bound of the false-positive rate and of the miss rate; 1 says nothing. */
  errorBound: number;
}

/**
 * Detection certificate of the paper's Theorem 3.2. Cheeger's inequality, φ²/2 ≤ λ₂ ≤ 2φ, turns the two conductance bounds
 * into λ₂ ≤ 2δ for attacks and λ₂ ≥ ε²/2 for legitimate graphs; τ_λ lies midway, and both kinds of error need a perturbation
 * of the Laplacian larger than Δ.
 *
 * The paper's own caveat: the exponential bound is heuristic. It treats the perturbation as if it concentrated like a sum of
 * independent random matrices, while edges of a k-NN graph depend on one another through degrees and neighbour choice; a
 * rigorous analysis is left to future work. σ is not measurable either. Use it to reason about scaling; for a promise about
 * false alarms use calibration.
 *
 * Since ε ≤ 1, it can apply only where δ ≤ 1/4.
 *
 * @throws TopoGuardError OPTION_INVALID naming the parameter
 */
export function certificate({ epsilon, delta, sigma, n, constant = 1 }: CertificateInput): Certificate {
  requireConductances(epsilon, delta);
  requireNoise(sigma, constant);
  if (!Number.isSafeInteger(n) || n < 1) throw invalid('n', n, 'Give the number of sentences, at least 1');
  const margin = marginOf(epsilon, delta);
  const spectralThreshold = delta + (epsilon * epsilon) / 4;
  const errorExponent = margin > 0 ? (constant * n * margin * margin) / (sigma * sigma) : 0;
  return {
    applies: separated(epsilon, delta),
    spectralThreshold,
    margin,
    scoreThreshold: 1 - Math.min(spectralThreshold, 1),
    errorExponent,
    errorBound: Math.exp(-errorExponent),
  };
}

/** Δ = (ε² − 4δ)/4. */
export function marginOf(epsilon: number, delta: number): number {
  return (epsilon * epsilon - 4 * delta) / 4;
}

/** Whether ε ≥ 2√δ. */
export function separated(epsilon: number, delta: number): boolean {
  return epsilon >= 2 * Math.sqrt(delta);
}

export function requireConductances(epsilon: number, delta: number): void {
  for (const [name, value] of Object.entries({ epsilon, delta })) {
    if (!(value >= 0 && value <= 1)) throw invalid(name, value, 'Give a conductance, from 0 to 1');
  }
}

export function requireNoise(sigma: number, constant: number): void {
  if (!(sigma >= 0 && Number.isFinite(sigma))) throw invalid('sigma', sigma, 'Give a number of at least 0');
  if (!(constant > 0 && Number.isFinite(constant))) throw invalid('constant', constant, 'Give a number above 0');
}

export function invalid(name: string, value: unknown, remedy: string): TopoGuardError {
  return new TopoGuardError('OPTION_INVALID', `${name} is ${String(value)}`, { location: { field: name }, remedy });
}
