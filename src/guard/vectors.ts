import type { Encoder } from '../encoders/encoder.ts';
import { isStaticEncoder } from '../encoders/static/index.ts';
import type { PackedBatch } from '../linalg/backend.ts';
import type { WordScanner } from '../text/index.ts';
import type { PreparedContext } from './prepare.ts';

/** The distinct texts of some contexts, and where each sentence and query finds its vector among them. */
export interface EncodingPlan {
  texts: string[];
  /** What the scanner that prepared the contexts found in each text; null where that is not known. */
  subwords: (readonly number[] | null)[];
  /** Row of each sentence, contexts and documents in order. */
  sentenceRows: Int32Array;
  /** Row of each context's query; −1 without one. */
  queryRows: Int32Array;
}

/** Every text once: retrieved documents repeat inside a batch, and encoding is the dearest step. */
export function planEncoding(contexts: readonly PreparedContext[]): EncodingPlan {
  const rows = new Map<string, number>();
  const texts: string[] = [];
  const subwords: (readonly number[] | null)[] = [];
  const rowOf = (text: string, found: readonly number[] | null): number => {
    let row = rows.get(text);
    if (row === undefined) {
      row = texts.push(text) - 1;
      subwords.push(found);
      rows.set(text, row);
    }
    return row;
  };
  const sentenceRows = new Int32Array(contexts.reduce((sum, c) => sum + c.sentenceCount, 0));
  let at = 0;
  for (const context of contexts) {
    for (const document of context.documents) {
      document.sentences.forEach((sentence, s) => {
        sentenceRows[at++] = rowOf(sentence, document.subwords?.[s] ?? null);
      });
    }
  }
  const queryRows = Int32Array.from(contexts, (c) => (c.query === undefined ? -1 : rowOf(c.query, c.querySubwords)));
  return { texts, subwords, sentenceRows, queryRows };
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
  const hasQueries = plan.queryRows.some((row) => row >= 0);
  return {
    vectors: gather(encoded, plan.sentenceRows, d),
    dimension: d,
    ...offsetsOf(contexts),
    queries: hasQueries ? gather(encoded, plan.queryRows, d) : null,
  };
}

/** Offsets of PackedBatch. */
export function offsetsOf(contexts: readonly PreparedContext[]): {
  documentOffsets: Int32Array;
  contextOffsets: Int32Array;
} {
  const documentOffsets = new Int32Array(1 + contexts.reduce((sum, c) => sum + c.documents.length, 0));
  const contextOffsets = new Int32Array(1 + contexts.length);
  let document = 0;
  contexts.forEach((context, c) => {
    for (const { sentences } of context.documents) {
      documentOffsets[document + 1] = documentOffsets[document] + sentences.length;
      document++;
    }
    contextOffsets[c + 1] = document;
  });
  return { documentOffsets, contextOffsets };
}

/** Rows of `encoded` by index, −1 giving zeros; a view without a copy where they are consecutive. */
function gather(encoded: Float32Array, rows: Int32Array, d: number): Float32Array {
  const first = rows[0];
  if (first >= 0 && rows.every((row, i) => row === first + i))
    return encoded.subarray(first * d, (first + rows.length) * d);
  const out = new Float32Array(rows.length * d);
  rows.forEach((row, i) => {
    if (row >= 0) out.set(encoded.subarray(row * d, (row + 1) * d), i * d);
  });
  return out;
}
