/**
 * Bets against the uniform distribution: densities on (0, 1), each with integral 1. Low p-values are scores above the
 * calibrated ones, high p-values scores below.
 */
export const BETS: readonly { name: string; density: (p: number) => number }[] = [
  { name: 'far above', density: (p) => 0.25 / fourthRootCubed(p) },
  { name: 'above', density: (p) => 0.5 / Math.sqrt(p) },
  { name: 'slightly above', density: (p) => 1.5 - p },
  { name: 'far below', density: (p) => 0.25 / fourthRootCubed(1 - p) },
  { name: 'below', density: (p) => 0.5 / Math.sqrt(1 - p) },
  { name: 'slightly below', density: (p) => 0.5 + p },
  { name: 'wider', density: (p) => 0.25 / Math.sqrt(p) + 0.25 / Math.sqrt(1 - p) },
  { name: 'narrower', density: (p) => 6 * p * (1 - p) },
];

/** x^(3/4) from square roots, which are several times faster than a power. */
function fourthRootCubed(x: number): number {
  const root = Math.sqrt(x);
  return root * Math.sqrt(root);
}
