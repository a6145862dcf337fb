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
  const scaled = new ScaledGroups(groups, windows);
  const largest = groups.map(() => new Array<number>(benign.length));
  for (const [c, context] of benign.entries()) {
    const count = scaled.sum(context.windows!);
    for (const [g, sums] of largest.entries()) {
      sums[c] = Math.max(...scaled.sums.subarray(g * count, (g + 1) * count));
    }
  }
  const sums = Object.fromEntries(groups.map(({ name }, g) => [name, referenceValues(largest[g], kept)]));
  return { windows, groups: sums };
}

/**
 * The composite over one benign reference (docs/detection.md): signals on the benign scale, the surprises −log Φ(−z) of a group's
 * signals summed, each group's sum to its own surprise −log p among benign contexts, and the groups joined by log Σ weight/p.
 */
export class CompositeModel {
  readonly #scaled: ScaledGroups;
  readonly #tails: readonly BenignTail[];
  readonly #logWeights: readonly number[];
  /** Of the groups, in the window that is looked at. */
  readonly #surprises: Float64Array;

  constructor(groups: readonly SignalGroup[], { windows, groups: sums }: CompositeReference) {
    this.#scaled = new ScaledGroups(groups, windows);
    this.#tails = groups.map(({ name, growth }) => new BenignTail(sums[name] ?? [0], growth));
    this.#logWeights = groups.map(({ weight }) => Math.log(weight));
    this.#surprises = new Float64Array(groups.length);
  }

  score(windows: WindowValues): CompositeScore {
    const count = this.#scaled.sum(windows);
    const { sums } = this.#scaled;
    const surprises = this.#surprises;
    const worst: CompositeScore = { score: Number.NEGATIVE_INFINITY, window: 0, group: 0 };
    for (let window = 0; window < count; window++) {
      let group = 0;
      for (let g = 0; g < surprises.length; g++) {
        surprises[g] = this.#tails[g].surprise(sums[g * count + window]) + this.#logWeights[g];
        if (surprises[g] > surprises[group]) group = g;
      }
      const score = logSumExp(surprises, surprises[group]);
      if (score > worst.score) {
        worst.score = score;
        worst.window = window;
        worst.group = group;
      }
    }
    return worst;
  }
}

/** Signals of the groups, each once. */
export function signalNames(groups: readonly SignalGroup[]): string[] {
  return [...new Set(groups.flatMap((group) => group.members.map((member) => member.signal)))];
}

/** A signal as groups read it from one side, on its benign scale. */
interface ScaledMember {
  signal: string;
  /** −1 where small values are attack-like. */
  sign: 1 | -1;
  scale: BenignScale;
}

/** The sums of groups over a benign reference. */
class ScaledGroups {
  /** Each signal once for each side that it is read from. */
  readonly #members: ScaledMember[] = [];
  /** The members of each group among them. */
  readonly #groups: readonly (readonly number[])[];
  /** −log Φ(−z) of each member. [members × windows] */
  #surprises = new Float64Array(0);
  /** Σ −log Φ(−z) over the members of each group, as of the last `sum`; kept for the next. [groups × windows] */
  sums = new Float64Array(0);

  constructor(groups: readonly SignalGroup[], windows: Record<string, number[]>) {
    const known = new Map<string, number>();
    this.#groups = groups.map((group) =>
      group.members.map(({ signal, side }) => {
        const key = `${side} ${signal}`;
        const values = windows[signal] ?? [];
        if (!known.has(key)) {
          known.set(key, this.#members.length);
          this.#members.push(
            side === 'high'
              ? { signal, sign: 1, scale: new BenignScale(values) }
              : { signal, sign: -1, scale: new BenignScale(values.map((value) => -value).reverse()) },
          );
        }
        return known.get(key)!;
      }),
    );
  }

  /** Writes `sums` for a context, and returns how many windows it has. */
  sum(windows: WindowValues): number {
    const count = windows.document.length;
    if (this.sums.length < this.#groups.length * count || this.#surprises.length < this.#members.length * count) {
      this.sums = new Float64Array(2 * this.#groups.length * count);
      this.#surprises = new Float64Array(2 * this.#members.length * count);
    }
    const surprises = this.#surprises;
    for (let m = 0; m < this.#members.length; m++) {
      const { signal, sign, scale } = this.#members[m];
      const values = windows.values[signal];
      for (let w = 0; w < count; w++) surprises[m * count + w] = normalSurprise(scale.z(sign * values[w]));
    }
    for (let g = 0; g < this.#groups.length; g++) {
      const members = this.#groups[g];
      for (let w = 0; w < count; w++) {
        let sum = 0;
        for (let i = 0; i < members.length; i++) sum += surprises[members[i] * count + w];
        this.sums[g * count + w] = sum;
      }
    }
    return count;
  }
}

/** log Σ exp(value), given the largest value. */
function logSumExp(values: Float64Array, largest: number): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += Math.exp(values[i] - largest);
  return largest + Math.log(sum);
}
