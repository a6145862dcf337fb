/** Standard error of a proportion of n independent trials, √(p(1 − p)/n). */
export function binomialError(p: number, n: number): number {
  return Math.sqrt((p * (1 - p)) / n);
}
