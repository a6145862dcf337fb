/** Quantile of an ascending sample at level p in [0, 1], Hazen's: the i-th of n values stands at (i − ½)/n. */
export function hazenQuantile(sorted: readonly number[], p: number): number {
  const at = Math.min(sorted.length - 1, Math.max(0, p * sorted.length - 0.5));
  const low = Math.floor(at);
  const high = Math.min(sorted.length - 1, low + 1);
  return sorted[low] + (at - low) * (sorted[high] - sorted[low]);
}

/** A piecewise linear function through points with ascending x, constant beyond its ends. */
export class PiecewiseLinear {
  readonly x: Float64Array;
  readonly y: Float64Array;

  /** Points that share an x become one, at their mean y. */
  constructor(points: readonly (readonly [x: number, y: number])[]) {
    const x: number[] = [];
    const y: number[] = [];
    for (let i = 0; i < points.length; ) {
      let end = i;
      let sum = 0;
      while (end < points.length && points[end][0] === points[i][0]) sum += points[end++][1];
      x.push(points[i][0]);
      y.push(sum / (end - i));
      i = end;
    }
    this.x = Float64Array.from(x);
    this.y = Float64Array.from(y);
  }

  at(value: number): number {
    const { x, y } = this;
    const last = x.length - 1;
    if (value <= x[0]) return y[0];
    if (value >= x[last]) return y[last];
    let low = 0;
    let high = last;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (x[middle] <= value) low = middle;
      else high = middle;
    }
    return y[low] + ((value - x[low]) / (x[high] - x[low])) * (y[high] - y[low]);
  }
}
