import { invalid, marginOf, requireConductances, requireNoise, separated } from './certificate.ts';

export interface SampleComplexityInput {
  /** ε in [0, 1]: least conductance of legitimate graphs. */
  epsilon: number;
  /** δ in [0, 1]: greatest conductance of attack graphs. */
  delta: number;
  /** σ ≥ 0: sub-Gaussian parameter of the embeddings' noise. */
  sigma: number;
  /** Miss rate α in (0, 1): the true-positive rate is to be at least 1 − α. */
  alpha: number;
  /** False-positive rate β in (0, 1). */
  beta: number;
  /** The factor c in exp(−c·nΔ²/σ²), as in `certificate`. Default 1, a convention. */
  constant?: number;
}

export interface SampleComplexity {
  applies: boolean;
  /** Units to retrieve, at least 1; null where no number suffices (no margin). Infinity where it is beyond a double's integers. */
  n: number | null;
}

/**
 * Sample complexity of the paper's Corollary 3.1: n = O(σ²/(ε² − 4δ)² · log 1/min(α, β)), here with the constant that
 * `certificate` has, n = ⌈σ²/(cΔ²) · ln 1/min(α, β)⌉ = ⌈16σ²/(c(ε² − 4δ)²) · ln 1/min(α, β)⌉, so that
 * `certificate({ …, n }).errorBound ≤ min(α, β)`.
 *
 * It inherits the paper's caveat: the bound under it is heuristic (see `certificate`), and the corollary's O(·) hides a
 * constant that the paper does not give. The paper's own measurement (appendix E) sees recall rise with the number of
 * sentences and then level off. Read it as how n scales with ε, δ and σ, not as a number to retrieve.
 *
 * @throws TopoGuardError OPTION_INVALID naming the parameter
 */
export function sampleComplexity(input: SampleComplexityInput): SampleComplexity {
  const { epsilon, delta, sigma, alpha, beta, constant = 1 } = input;
  requireConductances(epsilon, delta);
  requireNoise(sigma, constant);
  for (const [name, rate] of Object.entries({ alpha, beta })) {
    if (!(rate > 0 && rate < 1)) throw invalid(name, rate, 'Give a rate between 0 and 1');
  }
  const applies = separated(epsilon, delta);
  const margin = marginOf(epsilon, delta);
  if (margin <= 0) return { applies, n: null };
  const units = (sigma * sigma * Math.log(1 / Math.min(alpha, beta))) / (constant * margin * margin);
  return { applies, n: units > Number.MAX_SAFE_INTEGER ? Number.POSITIVE_INFINITY : Math.max(1, Math.ceil(units)) };
}
