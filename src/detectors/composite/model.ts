import type { SignalValues, WindowValues } from '../detector.ts';
import { referenceValues } from '../reference-sample.ts';
import { BenignScale } from './benign-scale.ts';
import { BenignTail } from './benign-tail.ts';
import type { SignalGroup } from './groups.ts';
import { normalSurprise } from './normal.ts';

/** The most anomalous window of a context. */
export interface CompositeScore {
  /** log Σ weight/p over the groups. */
  score: number;
  window: number;
  /** Index of the group with the largest weight/p there. */
  group: number;
}

/** Values of a signal or group that a reference keeps; as good as all of them for scales and tails. */
const MOST_KEPT = 512;

/** Benign values behind a model. */
export interface CompositeReference {
  /** Signal → ascending values of windows, undefined ones left out. */
  windows: Record<string, number[]>;
  /** Group → ascending sums of each context's most anomalous window. */
  groups: Record<string, number[]>;
}

/** The benign values of contexts, at least one. */
export function fitComposite(
  groups: readonly SignalGroup[],
  benign: readonly SignalValues[],
  keep: number,
): CompositeReference {
  const kept = Math.min(keep, MOST_KEPT);
  const windows: Record<string, number[]> = {};
  for (const name of signalNames(groups)) {
    const values = benign.flatMap((context) => Array.from(context.windows!.values[name]));
    windows[name] = referenceValues(
      values.filter((value) => !Number.isNaN(value)),
      kept,
    );
  }
  const sums: Record<string, number[]> = {};
  scaledMembers(groups, windows).forEach((members, g) => {
    const largest = benign.map((context) => Math.max(...groupSums(members, context.windows!)));
    sums[groups[g].name] = referenceValues(largest, kept);
  });
  return { windows, groups: sums };
}

/**
 * The composite over one benign reference (docs/detection.md): signals on the benign scale, the surprises −log Φ(−z) of a group's
 * signals summed, each group's sum to its own surprise −log p among benign contexts, and the groups joined by log Σ weight/p.
 */
export class CompositeModel {
  /** Members of each group. */
  readonly #groups: readonly (readonly ScaledMember[])[];
  readonly #tails: readonly BenignTail[];
  readonly #logWeights: readonly number[];

  constructor(groups: readonly SignalGroup[], { windows, groups: sums }: CompositeReference) {
    this.#groups = scaledMembers(groups, windows);
    this.#tails = groups.map(({ name, growth }) => new BenignTail(sums[name] ?? [0], growth));
    this.#logWeights = groups.map(({ weight }) => Math.log(weight));
  }

  score(windows: WindowValues): CompositeScore {
    const sums = this.#groups.map((members) => groupSums(members, windows));
    let worst: CompositeScore = { score: Number.NEGATIVE_INFINITY, window: 0, group: 0 };
    const surprises = new Float64Array(this.#groups.length);
    for (let window = 0; window < windows.document.length; window++) {
      let group = 0;
      for (let g = 0; g < surprises.length; g++) {
        surprises[g] = this.#tails[g].surprise(sums[g][window]) + this.#logWeights[g];
        if (surprises[g] > surprises[group]) group = g;
      }
      const score = logSumExp(surprises, surprises[group]);
      if (score > worst.score) worst = { score, window, group };
    }
    return worst;
  }
}

/** Signals of the groups, each once. */
export function signalNames(groups: readonly SignalGroup[]): string[] {
  return [...new Set(groups.flatMap((group) => group.members.map((member) => member.signal)))];
}

/** A signal as a group reads it, on its benign scale. */
interface ScaledMember {
  signal: string;
  /** −1 where small values are attack-like. */
  sign: 1 | -1;
  scale: BenignScale;
}

/** Members of each group; a signal that several groups read from one side has one scale. */
function scaledMembers(groups: readonly SignalGroup[], windows: Record<string, number[]>): ScaledMember[][] {
  const known = new Map<string, ScaledMember>();
  return groups.map((group) =>
    group.members.map(({ signal, side }) => {
      const key = `${side} ${signal}`;
      let member = known.get(key);
      if (!member) {
        const values = windows[signal] ?? [];
        member =
          side === 'high'
            ? { signal, sign: 1, scale: new BenignScale(values) }
            : { signal, sign: -1, scale: new BenignScale(values.map((value) => -value).reverse()) };
        known.set(key, member);
      }
      return member;
    }),
  );
}

/** Σ −log Φ(−z) over the signals of a group, for each window. */
function groupSums(members: readonly ScaledMember[], windows: WindowValues): Float64Array {
  const sums = new Float64Array(windows.document.length);
  for (const { signal, sign, scale } of members) {
    const values = windows.values[signal];
    for (let w = 0; w < sums.length; w++) sums[w] += normalSurprise(scale.z(sign * values[w]));
  }
  return sums;
}

/** log Σ exp(value), given the largest value. */
function logSumExp(values: Float64Array, largest: number): number {
  let sum = 0;
  for (const value of values) sum += Math.exp(value - largest);
  return largest + Math.log(sum);
}
