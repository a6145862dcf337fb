/** Most documents of contexts that are told apart by their number of documents. */
const FEW_DOCUMENTS = 3;
/** Up to this number of windows each has a shape of its own; beyond it, steps grow with the number. */
const EXACT = 6;
const STEPS_PER_DOUBLING = 2;

/**
 * Shape by which scores of windows compare: two or three documents or more, the number of windows, since the largest of more values is larger, and
 * how many sentences they have on average. Coarse, so that few shapes share the benign contexts: the average is rounded, and above
 * six windows their number is rounded to steps of √2 (6, 8, 12, 17, 24, …). A context of few short documents has the shape that
 * its documents and sentences give; from four documents on, `documents` counts windows.
 *
 * @param sizes sentences of each window, at least one window
 */
export function windowShape(sizes: readonly number[], documents: number): { documents: number; sentences: number } {
  const average = Math.max(1, Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length));
  const step = Math.round(STEPS_PER_DOUBLING * Math.log2(sizes.length / EXACT));
  const windows = sizes.length <= EXACT ? sizes.length : Math.round(EXACT * 2 ** (step / STEPS_PER_DOUBLING));
  return { documents: documents <= FEW_DOCUMENTS ? documents : windows, sentences: windows * average };
}
