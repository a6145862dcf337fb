/**
 * The windows of a context: consecutive sentences of one document; sentences are graph nodes. Holds one context at a time, in arrays
 * that are kept for the next one.
 */
export class Windows {
  count = 0;
  document = new Int32Array(0);
  /** First sentence of each, and one past its last; both ascending. [count] */
  from = new Int32Array(0);
  to = new Int32Array(0);

  /**
   * Each document in windows of at most `length` sentences (docs/detection.md, windows): a shorter document is one window, a longer
   * one is covered from its start, with its last window moved back to be whole. So every sentence counts, and every window has the
   * size that was calibrated.
   *
   * @param offsets document j holds sentences offsets[j] … offsets[j+1] − 1; [m + 1]
   */
  place(offsets: Int32Array, length: number): void {
    const documents = offsets.length - 1;
    // A document has as many windows as whole ones and one more at most.
    const most = documents + Math.floor(offsets[documents] / length);
    if (this.document.length < most) {
      this.document = new Int32Array(2 * most);
      this.from = new Int32Array(2 * most);
      this.to = new Int32Array(2 * most);
    }
    this.count = 0;
    for (let document = 0; document < documents; document++) {
      const end = offsets[document + 1];
      let from = offsets[document];
      for (; from + length < end; from += length) this.#add(document, from, from + length);
      this.#add(document, Math.max(offsets[document], end - length), end);
    }
  }

  #add(document: number, from: number, to: number): void {
    const w = this.count++;
    this.document[w] = document;
    this.from[w] = from;
    this.to[w] = to;
  }

  /** Whether two windows share a sentence; a window overlaps itself. */
  overlap(a: number, b: number): boolean {
    return this.from[a] < this.to[b] && this.from[b] < this.to[a];
  }
}
