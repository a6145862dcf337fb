import type { Encoder } from '../encoders/encoder.ts';
import { isStaticEncoder } from '../encoders/static/index.ts';
import type { PackedBatch } from '../linalg/backend.ts';
import { indexSlab } from '../linalg/slab.ts';
import type { WordScanner } from '../text/index.ts';
import type { PreparedContext } from './prepare.ts';

/** The distinct texts of some contexts, and where each sentence and query finds its vector among them. */
export interface EncodingPlan {
  texts: string[];
  /** What the scanner that prepared the contexts found in each text; null where that is not known. */
  subwords: (readonly number[] | null)[];
  /** Row of each sentence, contexts and documents in order. */
  sentenceRows: readonly number[];
  /** Row of each context's query; −1 without one. */
  queryRows: readonly number[];
}

/** Every text once: retrieved documents repeat inside a batch, and encoding is the dearest step. */
export function planEncoding(contexts: readonly PreparedContext[]): EncodingPlan {
  const distinct = new DistinctTexts();
  const sentenceRows: number[] = [];
  for (const context of contexts) {
    for (const { sentences, subwords } of context.documents) {
      for (let s = 0; s < sentences.length; s++) sentenceRows.push(distinct.rowOf(sentences[s], subwords?.[s] ?? null));
    }
  }
  const queryRows: number[] = [];
  for (const { query, querySubwords } of contexts) {
    queryRows.push(query === undefined ? -1 : distinct.rowOf(query, querySubwords));
  }
  return { texts: distinct.texts, subwords: distinct.subwords, sentenceRows, queryRows };
}

/** Up to so many texts are compared one by one, mostly by their lengths, which takes less than to put them into a map. */
const FEW_TEXTS = 16;

class DistinctTexts {
  readonly texts: string[] = [];
  readonly subwords: (readonly number[] | null)[] = [];
  #rows: Map<string, number> | undefined;

  rowOf(text: string, subwords: readonly number[] | null): number {
    const known = this.#known(text);
    if (known >= 0) return known;
    const row = this.texts.push(text) - 1;
    this.subwords.push(subwords);
    this.#rows?.set(text, row);
    return row;
  }

  #known(text: string): number {
    if (this.texts.length < FEW_TEXTS) return this.texts.indexOf(text);
    this.#rows ??= new Map(this.texts.map((known, row) => [known, row]));
    return this.#rows.get(text) ?? -1;
  }
}

/** Vectors of a plan's texts, [texts × dimension]. An encoder whose scanner has read them does not read them again. */
export function encodePlan(
  encoder: Encoder,
  plan: EncodingPlan,
  scanner: WordScanner,
  signal?: AbortSignal,
): Promise<Float32Array> {
  const options = signal ? { signal } : {};
  if (isStaticEncoder(encoder) && encoder.scanner === scanner) {
    return encoder.encode(plan.texts, { ...options, subwords: plan.subwords });
  }
  return encoder.encode(plan.texts, options);
}

/** The same without a promise, for an encoder with `encodeSync`. */
export function encodePlanSync(encoder: Encoder, plan: EncodingPlan, scanner: WordScanner): Float32Array {
  if (isStaticEncoder(encoder) && encoder.scanner === scanner) return encoder.encodeSync(plan.texts, plan.subwords);
  return encoder.encodeSync!(plan.texts);
}

/** Lays vectors of dimension d, one a text of the plan, out as the graph stage wants them. Shapes as in PackedBatch. */
export function packVectors(
  contexts: readonly PreparedContext[],
  plan: EncodingPlan,
  encoded: Float32Array,
  d: number,
): PackedBatch {
  const { documentOffsets, contextOffsets } = offsetsOf(contexts);
  const hasQueries = plan.queryRows.some((row) => row >= 0);
  return {
    vectors: gather(encoded, plan.sentenceRows, d),
    dimension: d,
    documentOffsets,
    contextOffsets,
    queries: hasQueries ? gather(encoded, plan.queryRows, d) : null,
  };
}

const offsetBlocks = indexSlab();

/** Offsets of PackedBatch. */
export function offsetsOf(contexts: readonly PreparedContext[]): {
  documentOffsets: Int32Array;
  contextOffsets: Int32Array;
} {
  let documents = 0;
  for (const context of contexts) documents += context.documents.length;
  const documentOffsets = offsetBlocks.take(documents + 1);
  const contextOffsets = offsetBlocks.take(contexts.length + 1);
  let document = 0;
  for (let c = 0; c < contexts.length; c++) {
    for (const { sentences } of contexts[c].documents) {
      documentOffsets[document + 1] = documentOffsets[document] + sentences.length;
      document++;
    }
    contextOffsets[c + 1] = document;
  }
  return { documentOffsets, contextOffsets };
}

/** Rows of `encoded` by index, −1 giving zeros; a view without a copy where they are consecutive. */
function gather(encoded: Float32Array, rows: readonly number[], d: number): Float32Array {
  const first = rows[0];
  if (first >= 0 && rows.every((row, i) => row === first + i))
    return encoded.subarray(first * d, (first + rows.length) * d);
  const out = new Float32Array(rows.length * d);
  rows.forEach((row, i) => {
    if (row >= 0) out.set(encoded.subarray(row * d, (row + 1) * d), i * d);
  });
  return out;
}
