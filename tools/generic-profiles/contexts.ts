import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Encoder } from '../../src/encoders/encoder.ts';
import type { Context } from '../../src/text/index.ts';

interface Row {
  id: string;
  question: string;
  docs: { title: string; sentences: string[]; supporting: boolean }[];
}

interface PoolDocument {
  sentences: string[];
  /** Unit mean vector over the leading sentences. */
  vector: Float64Array;
}

/** Sentences of a document that stand for it in retrieval, as many as are screened. */
const LEADING = 3;
const SIZES = [2, 3, 4, 5, 6, 8, 10];

/** Benign contexts of one source and fold; see the README for the kinds. */
export async function benignContexts(
  directory: string,
  source: string,
  encoder: Encoder,
  fold: number,
  folds: number,
): Promise<Context[]> {
  const rows = readRows(join(directory, `${source}.jsonl.gz`)).filter((row) => foldOf(row.id, folds) === fold);
  const pool = await documentPool(rows, encoder);
  const documents = [...pool.values()];
  const contexts: Context[] = [];
  for (const row of rows) {
    const query = row.question;
    const supporting = row.docs
      .filter((d) => d.supporting && d.sentences.length > 0)
      .map((d) => pool.get(keyOf(d.sentences))!);
    const ranked = await nearest(query, documents, encoder, Math.max(...SIZES));
    if (supporting.length >= 2) contexts.push(contextOf(query, supporting));
    for (const size of SIZES) {
      contexts.push(contextOf(query, ranked.slice(0, size)));
      if (supporting.length >= 2 && supporting.length < size) {
        const fill = ranked.filter((d) => !supporting.includes(d)).slice(0, size - supporting.length);
        contexts.push(contextOf(query, [...supporting, ...fill]));
      }
    }
  }
  return contexts;
}

/** The fold that `fold_of` of tools/distill/corpus.py gives a question. */
function foldOf(id: string, folds: number): number {
  return createHash('sha256').update(id).digest().readUInt32BE(0) % folds;
}

function readRows(file: string): Row[] {
  return gunzipSync(readFileSync(file))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}

function keyOf(sentences: readonly string[]): string {
  return sentences.slice(0, LEADING).join('\n');
}

async function documentPool(rows: readonly Row[], encoder: Encoder): Promise<Map<string, PoolDocument>> {
  const pool = new Map<string, PoolDocument>();
  for (const row of rows) {
    for (const { sentences } of row.docs) {
      const key = keyOf(sentences);
      if (sentences.length === 0 || pool.has(key)) continue;
      const leading = sentences.slice(0, LEADING);
      pool.set(key, {
        sentences,
        vector: meanVector(await encoder.encode(leading), leading.length, encoder.dimension),
      });
    }
  }
  return pool;
}

function meanVector(rows: Float32Array, count: number, d: number): Float64Array {
  const mean = new Float64Array(d);
  for (let i = 0; i < count; i++) for (let c = 0; c < d; c++) mean[c] += rows[i * d + c];
  const norm = Math.hypot(...mean) || 1;
  return mean.map((v) => v / norm);
}

async function nearest(
  query: string,
  documents: readonly PoolDocument[],
  encoder: Encoder,
  count: number,
): Promise<PoolDocument[]> {
  const q = await encoder.encode([query]);
  return documents
    .map((document) => ({ document, cosine: document.vector.reduce((sum, v, c) => sum + v * q[c], 0) }))
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, count)
    .map((entry) => entry.document);
}

function contextOf(query: string, documents: readonly PoolDocument[]): Context {
  return { query, documents: documents.map(({ sentences }) => ({ sentences })) };
}
