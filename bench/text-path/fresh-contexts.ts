import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Context } from '../../src/index.ts';

/** What fresh texts are made of: sentences with the questions that documents of theirs were retrieved for. */
interface Material {
  source: string;
  sentences: string[];
  questions: string[];
}

const SOURCES = ['hotpotqa', 'musique', '2wiki', 'multihoprag'];
/** Words of a sentence that is taken: about 25. */
const FEWEST_WORDS = 18;
const MOST_WORDS = 33;

interface Row {
  question: string;
  docs: { sentences: string[] }[];
}

/** Sentences of the data beside a checkout, or, where there are none, made from the words of the bundled frequencies. */
export function material(): Material {
  const directory = join(process.cwd(), '..', 'shared', 'data');
  if (!existsSync(join(directory, `${SOURCES[0]}.jsonl.gz`))) return wordMaterial();
  const sentences = new Set<string>();
  const questions = new Set<string>();
  for (const source of SOURCES) {
    const lines = gunzipSync(readFileSync(join(directory, `${source}.jsonl.gz`))).toString('utf8');
    for (const line of lines.split('\n')) {
      if (line === '') continue;
      const { question, docs } = JSON.parse(line) as Row;
      questions.add(question);
      for (const doc of docs) for (const sentence of doc.sentences) if (isUsual(sentence)) sentences.add(sentence);
    }
  }
  return { source: '../shared/data', sentences: [...sentences], questions: [...questions] };
}

function isUsual(sentence: string): boolean {
  const words = sentence.split(' ').length;
  return words >= FEWEST_WORDS && words <= MOST_WORDS;
}

/**
 * Makes contexts that were never seen before, of two documents with three sentences of about 25 words each and a query:
 * every sentence is the front of one of the material's and the rest of another, so that its words are usual and it is new.
 */
export class FreshContexts {
  readonly #material: Material;
  readonly #random: () => number;
  readonly #trailing: number;

  /** @param trailing sentences more a document, which `coverage: leading` does not screen */
  constructor(from: Material, seed: number, trailing = 0) {
    this.#material = from;
    this.#random = uniform(seed);
    this.#trailing = trailing;
  }

  /** Strings as JSON.parse makes them: flat, and of one byte a character where the text allows it. */
  make(count: number): Context[] {
    return JSON.parse(JSON.stringify(Array.from({ length: count }, () => this.#context()))) as Context[];
  }

  #context(): Context {
    const sentences = 3 + this.#trailing;
    const text = () => Array.from({ length: sentences }, () => this.#sentence()).join(' ');
    return { query: this.#any(this.#material.questions), documents: [{ text: text() }, { text: text() }] };
  }

  #sentence(): string {
    const front = this.#any(this.#material.sentences).split(' ');
    const rest = this.#any(this.#material.sentences).split(' ');
    return [...front.slice(0, front.length >> 1), ...rest.slice(rest.length >> 1)].join(' ');
  }

  #any(texts: readonly string[]): string {
    return texts[Math.floor(this.#random() * texts.length)];
  }
}

/** Sentences of words drawn as often as documents hold them. */
function wordMaterial(): Material {
  const random = uniform(7);
  const lines = readFileSync(join(process.cwd(), 'assets', 'document-frequency.txt'), 'utf8')
    .split('\n')
    .slice(1, -1);
  const words: string[] = [];
  const upTo: number[] = [];
  let total = 0;
  for (const line of lines) {
    const space = line.indexOf(' ');
    let word = '';
    // Front-coded: a capital says how many characters are those of the word before.
    for (const [, shared, rest] of line.slice(space + 1).matchAll(/([A-Z])([^A-Z]*)/g)) {
      word = word.slice(0, shared.charCodeAt(0) - 65) + rest;
      words.push(word);
      total += Number(line.slice(0, space));
      upTo.push(total);
    }
  }
  const word = (): string => {
    const drawn = random() * total;
    let low = 0;
    for (let high = upTo.length - 1; low < high; ) {
      const middle = (low + high) >> 1;
      if (upTo[middle] > drawn) high = middle;
      else low = middle + 1;
    }
    return words[low];
  };
  const sentence = (length: number, end: string): string => {
    const drawn = Array.from({ length }, (_, i) => (i === 0 || random() < 0.2 ? capitalized(word()) : word()));
    return drawn.map((w, i) => (i < length - 1 && random() < 0.08 ? `${w},` : w)).join(' ') + end;
  };
  return {
    source: 'words of the bundled document frequencies (../shared/data is not here)',
    sentences: Array.from({ length: 4000 }, () => sentence(20 + Math.floor(random() * 11), '.')),
    questions: Array.from({ length: 1000 }, () => sentence(14, '?')),
  };
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Linear congruential numbers in [0, 1): the same texts in every run. */
export function uniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
