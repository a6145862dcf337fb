import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Detector, detectorNamed } from '../../src/detectors/index.ts';
import type { Encoder } from '../../src/encoders/encoder.ts';
import { loadPrecomputed } from '../../src/encoders/precomputed/load-files.ts';
import type { ScreeningOptions } from '../../src/guard/index.ts';
import { type Observation, observe } from '../../src/guard/observe.ts';
import { loadScreener } from '../../src/guard/resources.ts';
import { nodeEnvironment } from '../../src/node-environment.ts';
import type { Context } from '../../src/text/index.ts';

/** A question with the sentences of its supporting documents (the first two) and of one distractor. */
export interface Question {
  question: string;
  supporting: [string[], string[]];
  distractor: string[] | null;
}

interface Row {
  question: string;
  docs: { sentences: string[]; supporting: boolean }[];
}

/** The data that lies beside a developer's checkout. Ends the script where it does not. */
export function sharedDirectory(): string {
  const directory = join(process.cwd(), '..', 'shared');
  if (existsSync(join(directory, 'data', 'hotpotqa.jsonl.gz'))) return directory;
  console.error('skipped: ../shared is not beside this checkout');
  process.exit(0);
}

/** Questions of a source whose two supporting documents have at least `sentences` sentences each. */
export function questionsOf(directory: string, source: string, sentences: number): Question[] {
  const lines = gunzipSync(readFileSync(join(directory, 'data', `${source}.jsonl.gz`))).toString('utf8');
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const { question, docs } = JSON.parse(line) as Row;
      const long = docs.filter((d) => d.sentences.length >= sentences);
      const [a, b] = long.filter((d) => d.supporting);
      const distractor = long.find((d) => !d.supporting);
      return a && b
        ? [
            {
              question,
              supporting: [a.sentences, b.sentences] as [string[], string[]],
              distractor: distractor?.sentences ?? null,
            },
          ]
        : [];
    });
}

export function mpnet(directory: string): Promise<Encoder> {
  return loadPrecomputed(join(directory, 'embeddings', 'all-mpnet-base-v2'));
}

/** Documents as a context whose every sentence is screened. */
export function contextOf(query: string, documents: readonly (readonly string[])[]): Context {
  return { query, documents: documents.map((sentences) => ({ sentences })) };
}

/** Signals of each context; null for those that cannot be encoded. */
export async function observations(
  contexts: readonly Context[],
  detectors: readonly Detector[],
  options: ScreeningOptions,
): Promise<(Observation | null)[]> {
  const { screener } = await loadScreener(nodeEnvironment, { coverage: 'all', ...options }, null);
  const out: (Observation | null)[] = contexts.map(() => null);
  await observe(screener, detectors, contexts, {
    observed: (observation) => {
      out[observation.index] = observation;
    },
    skipped: () => {},
    progress: () => {},
  });
  return out;
}

/** Scores of plain detectors, a row per detector. */
export async function scoresOf(
  contexts: readonly Context[],
  names: readonly string[],
  options: ScreeningOptions,
): Promise<Record<string, number[]>> {
  const detectors = names.map(detectorNamed);
  const seen = await observations(contexts, detectors, options);
  return Object.fromEntries(
    detectors.map((detector) => [
      detector.name,
      seen.map((one) => (one === null ? Number.NaN : detector.score(one.values, null).score)),
    ]),
  );
}

/** A generator of numbers in [0, 1) that gives the same ones each run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** 0 … n−1 in random order. */
export function shuffled(n: number, random: () => number): number[] {
  const order = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

export const mean = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;

export const deviation = (values: readonly number[]): number => {
  const m = mean(values);
  return Math.sqrt(mean(values.map((v) => (v - m) ** 2)));
};

export const shareAbove = (values: readonly number[], threshold: number): number =>
  values.filter((v) => v > threshold).length / values.length;

export const percent = (share: number, digits = 2): string => `${(100 * share).toFixed(digits)} %`;

/** Prints rows under a heading, columns padded. */
export function printTable(heading: readonly string[], rows: readonly (readonly string[])[]): void {
  const all = [heading, ...rows];
  const widths = heading.map((_, c) => Math.max(...all.map((row) => row[c].length)));
  for (const row of all)
    console.log(row.map((cell, c) => (c === 0 ? cell.padEnd(widths[c]) : cell.padStart(widths[c]))).join('  '));
}
