/** Benign and attack scores of one detector in ascending order, with where each group of equal scores ends. */
export interface RankedClasses {
  /** Index into the benign scores, or −1 − index into the attack scores, in ascending order of score. [benign + attacks] */
  order: Int32Array;
  /** 1 where an entry is the last of its group of equal scores. [benign + attacks] */
  groupEnd: Uint8Array;
  benign: number;
  attacks: number;
}

/** Sorts both classes once, so that a resample only has to walk the order. Scores must be numbers. */
export function rankClasses(benign: ArrayLike<number>, attacks: ArrayLike<number>): RankedClasses {
  const entries: { score: number; id: number }[] = [];
  for (let i = 0; i < benign.length; i++) entries.push({ score: benign[i], id: i });
  for (let i = 0; i < attacks.length; i++) entries.push({ score: attacks[i], id: -1 - i });
  entries.sort((a, b) => a.score - b.score);
  const groupEnd = new Uint8Array(entries.length);
  for (let i = 0; i < entries.length; i++) {
    groupEnd[i] = i + 1 === entries.length || entries[i + 1].score !== entries[i].score ? 1 : 0;
  }
  return {
    order: Int32Array.from(entries, (e) => e.id),
    groupEnd,
    benign: benign.length,
    attacks: attacks.length,
  };
}
