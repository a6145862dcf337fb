import { basename } from 'node:path';
import { TopoGuardError } from '../../errors/index.ts';
import { ReasonCounts } from '../reason-counts.ts';
import type { DatasetRow } from '../types.ts';
import { type DatasetFormat, isObject, type JsonObject } from './format.ts';
import { hotpotqa } from './hotpotqa.ts';
import { musique } from './musique.ts';
import { plain } from './plain.ts';
import { looksLikePoisonedTexts } from './poisoned-texts.ts';
import { type ReadOptions, readValues } from './read-values.ts';

const FORMATS: readonly DatasetFormat[] = [hotpotqa, musique, plain];

export interface DatasetOptions extends ReadOptions {
  /** Name of the data set; by default the file's without its endings. */
  name?: string;
  /** Most rows to read; the rest of the file is not looked at. */
  limit?: number;
}

export interface Dataset {
  name: string;
  rows: DatasetRow[];
  /** Rows of the file that cannot be used, by reason. */
  leftOut: { reason: string; count: number }[];
}

/**
 * Loads a multi-hop data set from its official file: HotpotQA (distractor) or 2WikiMultihopQA as JSON, MuSiQue as JSON Lines,
 * or rows of one's own (`question`, `docs`). The format is told by the fields of the first row; each may be JSON Lines or one
 * JSON array, gzip or not, and is read row by row. Rows that are malformed or ask a question again are counted.
 *
 * @throws TopoGuardError JSON_INVALID where the file is no such data set, with what was expected; FILE_UNREADABLE, FILE_EMPTY,
 *   TEXT_ENCODING_INVALID, LINE_TOO_LONG
 */
export async function loadDataset(path: string, options: DatasetOptions = {}): Promise<Dataset> {
  const { limit = Number.POSITIVE_INFINITY } = options;
  const rows: DatasetRow[] = [];
  const leftOut = new ReasonCounts();
  const questions = new Set<string>();
  let format: DatasetFormat | undefined;
  for await (const { value, line } of readValues(path, options)) {
    if (rows.length >= limit) break;
    format ??= formatOf(value, path, line);
    const row = isObject(value) && format.matches(value) ? format.row(value) : `not laid out as ${format.name}`;
    if (typeof row === 'string') leftOut.add(row);
    else if (questions.has(row.question)) leftOut.add('the question of an earlier row');
    else {
      questions.add(row.question);
      rows.push(row);
    }
  }
  if (rows.length === 0) {
    const reasons = leftOut.list().map(({ reason, count }) => `${reason} (${count})`);
    throw new TopoGuardError('JSON_INVALID', `no row can be used: ${reasons.join(', ') || 'the list is empty'}`, {
      location: { file: path },
      remedy: EXPECTED,
    });
  }
  return {
    name: options.name ?? basename(path).replace(/(?:\.(?:gz|jsonl|ndjson|json))+$/i, ''),
    rows,
    leftOut: leftOut.list(),
  };
}

const EXPECTED = `Give the file of a multi-hop data set: ${FORMATS.map(({ name, fields }) => `${name} (${fields})`).join('; ')}`;

function formatOf(value: unknown, file: string, line: number): DatasetFormat {
  const format = isObject(value) ? FORMATS.find((candidate) => candidate.matches(value)) : undefined;
  if (format) return format;
  throw new TopoGuardError('JSON_INVALID', `no data set that is known: ${described(value)}`, {
    location: { file, line },
    remedy: EXPECTED,
  });
}

const FIELDS_SHOWN = 6;

function described(value: unknown): string {
  if (!isObject(value))
    return `the first value is ${value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`}`;
  if (looksLikePoisonedTexts(value))
    return 'these are PoisonedRAG’s adversarial texts, which belong to a data set as an option';
  const names = fieldNames(value);
  return `the first object has ${names.length > 0 ? `the fields ${names.join(', ')}` : 'no field'}`;
}

function fieldNames(value: JsonObject): string[] {
  const names = Object.keys(value);
  const shown = names.slice(0, FIELDS_SHOWN).map((name) => JSON.stringify(name.slice(0, 40)));
  return names.length > FIELDS_SHOWN ? [...shown, '…'] : shown;
}
