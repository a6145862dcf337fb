import type { Encoder } from '../../encoders/encoder.ts';
import { TopoGuardError } from '../../errors/index.ts';
import type { PoisonedTexts } from '../datasets/index.ts';
import { ReasonCounts } from '../reason-counts.ts';
import type { DatasetRow } from '../types.ts';
import type { EncodeTextsOptions, EvaluationMaterial, MaterialRow } from './material.ts';
import { DocumentPool } from './pool.ts';
import { NO_VECTOR, PoolBuilder } from './pool-builder.ts';
import { VectorTable } from './vector-table.ts';

export interface MaterialOptions extends EncodeTextsOptions {
  /** Leading sentences of each document, 1 … 6 in the paper (s; a context of two documents then has R = 2 s); 3 by default. */
  sentences?: number;
  /**
   * What happens to documents with fewer sentences: `leave-out` (the default) keeps the shape of all contexts the same,
   * `keep` takes them as they are.
   */
  shortDocuments?: 'leave-out' | 'keep';
  /** Fewest sentences of a document that is not short; by default `sentences`. */
  fewest?: number;
  /** Rows that take part, with their documents; all by default. */
  includes?: (row: DatasetRow) => boolean;
  /** Whether documents that support nothing are encoded too: contexts of more than two documents need them. True by default. */
  distractors?: boolean;
  /** For the `poisonedrag` attacks. */
  poisonedTexts?: PoisonedTexts;
}

/**
 * Prepares rows for contexts and attacks: takes the leading sentences of each document, encodes every text once, and counts
 * with its reason what cannot be used. A row is used when two of its supporting documents have enough sentences and all
 * their sentences and the question have vectors (with precomputed vectors some may not).
 *
 * @throws TopoGuardError OPTION_INVALID, and what the encoder throws
 */
export async function buildMaterial(
  rows: readonly DatasetRow[],
  encoder: Encoder,
  options: MaterialOptions = {},
): Promise<EvaluationMaterial> {
  const { sentences = 3, shortDocuments = 'leave-out', distractors = true, poisonedTexts } = options;
  const { includes = () => true } = options;
  if (!Number.isInteger(sentences) || sentences < 1) {
    throw new TopoGuardError('OPTION_INVALID', `${sentences} is no number of sentences`, {
      location: { field: 'sentences' },
      remedy: 'Use a whole number of at least 1',
    });
  }
  const leftOut = new ReasonCounts();
  const documentsLeftOut = new ReasonCounts();
  const least = shortDocuments === 'keep' ? 1 : (options.fewest ?? sentences);
  const builder = new PoolBuilder(sentences);
  const candidates: Candidate[] = [];
  rows.forEach((row, at) => {
    if (!includes(row)) return;
    const enough = row.documents.filter((document) => document.sentences.length >= least);
    documentsLeftOut.add(`fewer than ${plural(least, 'sentence')}`, row.documents.length - enough.length);
    const supporting = enough.filter((document) => document.supporting);
    const reason = shortfall(row, supporting.length, least);
    if (reason === null) {
      const [a, b] = supporting;
      const others = enough.filter((document) => document !== a && document !== b);
      const added = distractors ? others.map((document) => builder.add(document, at)) : [];
      candidates.push({
        row: at,
        supporting: [builder.add(a, at), builder.add(b, at)],
        // A third and fourth hop belong to the question, but are no distractors.
        distractors: added.filter((_, i) => !others[i].supporting),
      });
    } else {
      leftOut.add(reason);
      if (distractors) for (const document of enough) builder.add(document, at);
    }
  });
  // A question's distractor may be what supports another one: no attack on either may count it as foreign.
  if (!distractors) {
    for (const [at, row] of rows.entries()) {
      if (includes(row)) for (const document of row.documents) builder.own(document, at);
    }
  }

  const table = new VectorTable(encoder);
  await table.add(textsOf(rows, candidates, builder), {
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.onProgress ? { onProgress: options.onProgress } : {}),
  });

  const { documents, places, vectors } = builder.build(table, encoder.dimension, documentsLeftOut);
  const used: MaterialRow[] = [];
  for (const candidate of candidates) {
    const { id, question, answer } = rows[candidate.row];
    const [a, b] = candidate.supporting.map((number) => places[number]);
    if (a < 0 || b < 0 || !table.vectorOf(question)) leftOut.add(NO_VECTOR);
    else if (a === b) leftOut.add('the same supporting document twice');
    else {
      const others = new Set(candidate.distractors.map((number) => places[number]));
      used.push({
        row: candidate.row,
        id,
        question,
        ...(answer === undefined ? {} : { answer }),
        supporting: [a, b],
        distractors: [...others].filter((place) => place >= 0 && place !== a && place !== b),
      });
    }
  }
  const supporting = Uint32Array.from(new Set(used.flatMap((row) => row.supporting))).sort();
  return {
    rows: used,
    pool: new DocumentPool(documents, supporting, vectors, encoder.dimension),
    encoder,
    sentences,
    leftOut: leftOut.list(),
    documentsLeftOut: documentsLeftOut.list(),
    ...(poisonedTexts ? { poisonedTexts } : {}),
    vectorOf: (text) => table.vectorOf(text),
    encode: (texts, encodeOptions) => table.add(texts, encodeOptions),
    encodable: (text) => table.encodable(text),
  };
}

/** A row with enough supporting documents; documents are the builder's numbers. */
interface Candidate {
  row: number;
  supporting: number[];
  distractors: number[];
}

function* textsOf(rows: readonly DatasetRow[], candidates: readonly Candidate[], builder: PoolBuilder) {
  for (const { row } of candidates) yield rows[row].question;
  yield* builder.texts();
}

/** Why no context can be made of a row, null where one can. */
function shortfall(row: DatasetRow, longEnough: number, least: number): string | null {
  if (longEnough >= 2) return null;
  const supporting = row.documents.filter((document) => document.supporting).length;
  const problem = 'fewer than two supporting documents';
  return supporting < 2 ? problem : `${problem} of at least ${plural(least, 'sentence')}`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
