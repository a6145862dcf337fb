/** Steps after which about four tenths are spent: changes soon after the start are met with large stakes, late ones with small. */
const PACE = 100;

/**
 * The part of a budget of 1 that is still unspent after t steps: 1 / (1 + ln(1 + t/100)). It never reaches 0, and step t
 * spends about 1/(t·ln² t): a change after a million steps finds a stake whose logarithm is only some −18, while a fixed
 * spending per step could not go on forever.
 */
export function unspent(steps: number): number {
  return 1 / (1 + Math.log1p(steps / PACE));
}

/** What test number j = 1, 2, … of an endless series may spend of a level of 1; the sum over all j is 1. */
export function spendingOfTest(j: number): number {
  return 1 / (1 + Math.log(j)) - 1 / (1 + Math.log(j + 1));
}
