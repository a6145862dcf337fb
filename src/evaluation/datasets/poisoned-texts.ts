import { TopoGuardError } from '../../errors/index.ts';
import { isObject, type JsonObject } from './format.ts';
import { readChunks } from './read-chunks.ts';

/** Adversarial texts made for one question. */
export interface PoisonedQuestion {
  id: string;
  question: string;
  /** What the texts want the model to answer. */
  target?: string;
  texts: string[];
}

/** Adversarial texts by question. */
export class PoisonedTexts {
  readonly questions: readonly PoisonedQuestion[];
  readonly #byQuestion: ReadonlyMap<string, PoisonedQuestion>;

  constructor(questions: readonly PoisonedQuestion[]) {
    this.questions = questions;
    this.#byQuestion = new Map(questions.map((entry) => [entry.question, entry]));
  }

  /** The texts made for this question, where there are any. */
  of(question: string): PoisonedQuestion | undefined {
    return this.#byQuestion.get(question.trim());
  }
}

const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Loads the adversarial texts that PoisonedRAG released (Zou et al. 2025): one JSON object with, under each question's id,
 * `question`, `incorrect answer` and `adv_texts`. Gzip too.
 *
 * @throws TopoGuardError JSON_INVALID for another file, FILE_UNREADABLE, FILE_EMPTY
 */
export async function loadPoisonedTexts(path: string, options: { signal?: AbortSignal } = {}): Promise<PoisonedTexts> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of readChunks(path, options)) {
    length += chunk.length;
    if (length > MAX_BYTES) {
      throw new TopoGuardError('FILE_UNREADABLE', `it has more than the ${MAX_BYTES} bytes allowed`, {
        location: { file: path },
      });
    }
    chunks.push(chunk);
  }
  let value: unknown;
  try {
    value = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (cause) {
    throw unexpected(path, 'not valid JSON', cause);
  }
  if (!isObject(value) || !looksLikePoisonedTexts(value)) throw unexpected(path, 'no adversarial texts in it');
  const questions = Object.entries(value).map(([id, entry]) => questionOf(id, entry));
  const bad = questions.indexOf(null);
  if (bad >= 0) throw unexpected(path, `the entry ${JSON.stringify(Object.keys(value)[bad])} is malformed`);
  return new PoisonedTexts(questions as PoisonedQuestion[]);
}

/** Whether an object is a table of adversarial texts, by its first entry. */
export function looksLikePoisonedTexts(value: JsonObject): boolean {
  const [first] = Object.values(value);
  return isObject(first) && 'adv_texts' in first;
}

function questionOf(id: string, entry: unknown): PoisonedQuestion | null {
  if (!isObject(entry)) return null;
  const { question, adv_texts: texts, 'incorrect answer': target } = entry;
  if (typeof question !== 'string' || !Array.isArray(texts) || texts.length === 0) return null;
  if (!texts.every((text) => typeof text === 'string' && text.trim() !== '')) return null;
  return {
    id,
    question: question.trim(),
    ...(typeof target === 'string' ? { target } : {}),
    texts: texts.map((text: string) => text.trim()),
  };
}

function unexpected(file: string, problem: string, cause?: unknown): TopoGuardError {
  return new TopoGuardError('JSON_INVALID', problem, {
    location: { file },
    remedy: 'Give the file that PoisonedRAG released: {"id": {"question": …, "adv_texts": […]}, …}',
    ...(cause === undefined ? {} : { cause }),
  });
}
