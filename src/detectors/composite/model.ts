import type { SignalValues, WindowValues } from '../detector.ts';
import { referenceValues } from '../reference-sample.ts';
import { BenignScale } from './benign-scale.ts';
import { BenignTail } from './benign-tail.ts';
import type { GroupMember, SignalGroup } from './groups.ts';
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
  const scales = scalesOf(groups, windows);
  const sums = (group: SignalGroup) => benign.map((context) => Math.max(...groupSums(group, context.windows!, scales)));
  return {
    windows,
    groups: Object.fromEntries(groups.map((group) => [group.name, referenceValues(sums(group), kept)])),
  };
}

/**
 * The composite over one benign reference (docs/detection.md): signals on the benign scale, the surprises −log Φ(−z) of a group's
 * signals summed, each group's sum to its own surprise −log p among benign contexts, and the groups joined by log Σ weight/p.
 */
export class CompositeModel {
  readonly #groups: readonly SignalGroup[];
  readonly #scales: Scales;
  readonly #tails: readonly BenignTail[];
  readonly #logWeights: readonly number[];

  constructor(groups: readonly SignalGroup[], { windows, groups: sums }: CompositeReference) {
    this.#groups = groups;
    this.#scales = scalesOf(groups, windows);
    this.#tails = groups.map(({ name, growth }) => new BenignTail(sums[name] ?? [0], growth));
    this.#logWeights = groups.map(({ weight }) => Math.log(weight));
  }

  score(windows: WindowValues): CompositeScore {
    const sums = this.#groups.map((group) => groupSums(group, windows, this.#scales));
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

type Scales = ReadonlyMap<string, { high: BenignScale; low: BenignScale }>;

function scalesOf(groups: readonly SignalGroup[], windows: Record<string, number[]>): Scales {
  return new Map(
    signalNames(groups).map((name) => {
      const values = windows[name] ?? [];
      const mirrored = values.map((value) => -value).reverse();
      return [name, { high: new BenignScale(values), low: new BenignScale(mirrored) }];
    }),
  );
}

/** Σ −log Φ(−z) over the signals of a group, for each window. */
function groupSums(group: SignalGroup, windows: WindowValues, scales: Scales): Float64Array {
  const sums = new Float64Array(windows.document.length);
  for (const { signal, side } of group.members) {
    const scale = scales.get(signal)![side];
    const values = windows.values[signal];
    for (let w = 0; w < sums.length; w++) sums[w] += surpriseOf(values[w], side, scale);
  }
  return sums;
}

function surpriseOf(value: number, side: GroupMember['side'], scale: BenignScale): number {
  return normalSurprise(scale.z(side === 'high' ? value : -value));
}

/** log Σ exp(value), given the largest value. */
function logSumExp(values: Float64Array, largest: number): number {
  let sum = 0;
  for (const value of values) sum += Math.exp(value - largest);
  return largest + Math.log(sum);
}
