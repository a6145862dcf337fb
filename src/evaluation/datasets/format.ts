import type { DatasetRow } from '../types.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** A way data sets lay out their questions. */
export interface DatasetFormat {
  name: string;
  /** The fields that tell it, for the error that a file of none gets. */
  fields: string;
  /** Whether an object is laid out like this; looks at the names of fields only. */
  matches(value: JsonObject): boolean;
  /** The row, or why it cannot be one. */
  row(value: JsonObject): DatasetRow | string;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Trimmed, without empty ones; null where it is no list of strings. */
export function sentenceList(value: unknown): string[] | null {
  if (!Array.isArray(value) || !value.every((sentence) => typeof sentence === 'string')) return null;
  return value.map((sentence: string) => sentence.trim()).filter((sentence) => sentence !== '');
}

/** A row from its parts, or why it cannot be one. `documents` is null where some document is malformed. */
export function rowOf(
  id: unknown,
  question: unknown,
  answer: unknown,
  documents: DatasetRow['documents'] | null,
): DatasetRow | string {
  if (typeof question !== 'string' || question.trim() === '') return 'no question';
  if (documents === null) return 'a document without a title and text';
  return {
    id: typeof id === 'string' && id !== '' ? id : question.trim(),
    question: question.trim(),
    ...(typeof answer === 'string' ? { answer } : {}),
    documents,
  };
}
