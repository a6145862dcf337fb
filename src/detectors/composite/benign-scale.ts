import { LARGEST_Z, LEAST_Z, normalDistribution, normalQuantile } from './normal.ts';
import { hazenQuantile, PiecewiseLinear } from './quantiles.ts';

const OUTERMOST_KNOT = 2;
const KNOT_STEP = 0.25;
/** Beyond this level the slope is the upper tail's. */
const TAIL_FROM = 1;

/**
 * A signal on the scale of benign values: z is standard normal for a benign window. Linear between knots at the benign quantiles of
 * the normal levels −2 … 2, and beyond them with the slope of the last unit of the upper tail, below with the mean slope; in
 * [−4, 12]. Unlike a rank, it goes on growing beyond the largest benign value. An undefined value is at 0.
 */
export class BenignScale {
  readonly #inner: PiecewiseLinear;
  readonly #lowerSlope: number;
  readonly #upperSlope: number;

  /** @param sorted ascending benign values; none where the signal was never defined, and then every value is at 0 */
  constructor(sorted: readonly number[]) {
    const n = sorted.length;
    // Levels that the sample can support.
    const outermost = n > 10 ? Math.min(OUTERMOST_KNOT, normalQuantile(1 - 2 / (n + 1))) : 1;
    const points: [number, number][] = [];
    let previous = Number.NaN;
    for (let level = -OUTERMOST_KNOT; n > 0 && level <= OUTERMOST_KNOT; level += KNOT_STEP) {
      const z = Math.min(outermost, Math.max(-outermost, level));
      if (z === previous) continue;
      points.push([hazenQuantile(sorted, normalDistribution(z)), z]);
      previous = z;
    }
    this.#inner = new PiecewiseLinear(points.length > 0 ? points : [[0, 0]]);
    const { x, y } = this.#inner;
    const last = x.length - 1;
    if (last === 0) {
      // All benign values are equal: any other is as far off as it is away, in the signal's own unit.
      this.#lowerSlope = n > 0 ? 1 : 0;
      this.#upperSlope = this.#lowerSlope;
      return;
    }
    const tail = Math.min(
      last - 1,
      y.findIndex((z) => z >= TAIL_FROM),
    );
    const from = tail < 0 ? last - 1 : tail;
    this.#upperSlope = (y[last] - y[from]) / (x[last] - x[from]);
    this.#lowerSlope = (y[last] - y[0]) / (x[last] - x[0]);
  }

  z(value: number): number {
    if (Number.isNaN(value)) return 0;
    const { x, y } = this.#inner;
    const last = x.length - 1;
    let z: number;
    if (value > x[last]) z = y[last] + (value - x[last]) * this.#upperSlope;
    else if (value < x[0]) z = y[0] + (value - x[0]) * this.#lowerSlope;
    else z = this.#inner.at(value);
    return Math.min(LARGEST_Z, Math.max(LEAST_Z, z));
  }
}
