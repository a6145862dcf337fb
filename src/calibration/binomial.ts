/** ln Γ(x), x > 0: Lanczos approximation (g = 7, 9 terms), relative error about 1e-15. */
function logGamma(x: number): number {
  const c = [
    0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
    12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
  ];
  let sum = c[0];
  for (let i = 1; i < c.length; i++) sum += c[i] / (x - 1 + i);
  const t = x + 6.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

/** Regularized incomplete beta function I_x(a, b), by its continued fraction (modified Lentz). */
export function regularizedBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - regularizedBeta(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  const tiny = 1e-300;
  let c = 1;
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1), tiny);
  let fraction = d;
  for (let m = 1; m <= 10_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / nonZero(1 + even * d, tiny);
    c = nonZero(1 + even / c, tiny);
    fraction *= c * d;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / nonZero(1 + odd * d, tiny);
    c = nonZero(1 + odd / c, tiny);
    fraction *= c * d;
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return (front * fraction) / a;
}

function nonZero(x: number, tiny: number): number {
  return Math.abs(x) < tiny ? tiny : x;
}

/**
 * Clopper–Pearson upper confidence bound (one-sided) of a proportion after `successes` of `trials`: the p at which so few or
 * fewer have probability 1 − confidence.
 */
export function clopperPearsonUpper(successes: number, trials: number, confidence = 0.95): number {
  if (successes >= trials) return 1;
  let low = 0;
  let high = 1;
  // I_p(s + 1, t − s) = P(X > s) grows with p; bisection to double precision.
  for (let i = 0; i < 200 && high - low > 1e-16; i++) {
    const p = (low + high) / 2;
    if (regularizedBeta(p, successes + 1, trials - successes) < confidence) low = p;
    else high = p;
  }
  return high;
}
