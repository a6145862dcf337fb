/** Consecutive sentences of one document; sentences are graph nodes. */
export interface Window {
  document: number;
  /** First sentence, and one past the last. */
  from: number;
  to: number;
}

/**
 * Each document in windows of at most `length` sentences (docs/detection.md, windows): a shorter document is one window, a longer
 * one is covered from its start, with its last window moved back to be whole. So every sentence counts, and every window has the
 * size that was calibrated.
 *
 * @param offsets document j holds sentences offsets[j] … offsets[j+1] − 1; [m + 1]
 */
export function windowsOf(offsets: Int32Array, length: number): Window[] {
  const windows: Window[] = [];
  for (let document = 0; document + 1 < offsets.length; document++) {
    const end = offsets[document + 1];
    let from = offsets[document];
    for (; from + length < end; from += length) windows.push({ document, from, to: from + length });
    windows.push({ document, from: Math.max(offsets[document], end - length), to: end });
  }
  return windows;
}

/** Whether two windows share a sentence; a window overlaps itself. */
export function overlap(a: Window, b: Window): boolean {
  return a.from < b.to && b.from < a.to;
}
