import { paraphrase } from '../attacks/paraphrase.ts';
import { permutation, pick, type RandomStream } from '../random.ts';
import type { Recipe, Target } from './recipe.ts';

/** Candidates that an attacker tries. */
export const CANDIDATES = 256;

/** A kind of change, with the candidates that it gives for a context. */
export interface Strategy {
  readonly name: string;
  readonly description: string;
  candidates(target: Target, random: RandomStream): Recipe[];
}

/** Documents that are tried with different texts: so many times as many texts. */
const PAYLOADS = 32;
const SHARES = [1 / 8, 1 / 4, 3 / 8, 1 / 2, 5 / 8, 3 / 4, 7 / 8, 1] as const;
/** Tokens as templates leave them: rare words with capitals, which look like names. */
const TOKENS = [
  'Zqorvex',
  'Item Seven',
  'Wiki Mirror',
  'Copyright Holder',
  'Print Edition',
  'Vol Xii',
  'Ref Kappa',
  'Page',
];

const replacement: Strategy = {
  name: 'replacement',
  description: 'the best of 256 documents of other questions',
  candidates: ({ payloads }) => payloads.map((payload) => ({ payload })),
};

const stuffing: Strategy = {
  name: 'stuffing',
  description: 'a share of the question’s words, an eighth to all, in front of a document',
  candidates: (target, random) =>
    many(target, (payload, i) => ({
      payload,
      opening: partOf(target.row.question, SHARES[Math.floor(i / PAYLOADS) % SHARES.length], random),
      joined: random.below(2) === 0,
    })),
};

const bridging: Strategy = {
  name: 'bridging',
  description: 'the question reworded in front of a document',
  candidates: (target, random) =>
    many(target, (payload) => ({
      payload,
      opening: paraphrase(target.row.question, random),
      joined: random.below(2) === 0,
    })),
};

const injection = (amount: string, count: number): Strategy => ({
  name: `names-${amount}`,
  description: `${amount === 'all' ? 'all' : amount} of the kept document’s names copied into a document`,
  candidates: ({ payloads, names }, random) =>
    payloads.map((payload) => ({ payload, names: someOf(names, count, random) })),
});

const templateToken: Strategy = {
  name: 'template-token',
  description: 'a token behind every sentence of all documents',
  candidates: (target) =>
    many(target, (payload, i) => ({ payload, token: TOKENS[Math.floor(i / PAYLOADS) % TOKENS.length] })),
};

/** Where titles are read: the title of a document that belongs there, which is the attacker's to choose. */
export const titleCopy: Strategy = {
  name: 'title-copy',
  description: 'a document under the title of the one that it replaces, or of the one that stays',
  candidates: ({ payloads, titles }) =>
    payloads.slice(0, CANDIDATES / 2).flatMap((payload) => titles.map((title) => ({ payload, title }))),
};

/** Every single strategy; `combined` joins them. */
export const STRATEGIES: readonly Strategy[] = [
  replacement,
  stuffing,
  bridging,
  injection('1', 1),
  injection('3', 3),
  injection('all', Number.POSITIVE_INFINITY),
  templateToken,
];

/** Changes of one ingredient of a recipe each, for a search that keeps the best: 256 in all. */
export function improvements(target: Target, random: RandomStream): ((recipe: Recipe) => Recipe[])[] {
  const { payloads, names, titles } = target;
  const question = target.row.question;
  return [
    (recipe) => payloads.slice(0, 96).map((payload) => ({ ...recipe, payload })),
    (recipe) =>
      Array.from({ length: 96 }, (_, i) => ({
        ...recipe,
        opening: i % 2 === 0 ? partOf(question, pick(SHARES, random), random) : paraphrase(question, random),
        joined: i % 4 < 2,
      })),
    (recipe) =>
      Array.from({ length: 56 }, (_, i) => ({ ...recipe, names: someOf(names, [0, 1, 2, 3, 5][i % 5], random) })),
    (recipe) => TOKENS.map((token) => ({ ...recipe, token })),
    (recipe) => titles.map((title) => ({ ...recipe, title })),
  ];
}

/** 256 candidates over a few payloads. */
function many({ payloads }: Target, recipe: (payload: number, i: number) => Recipe): Recipe[] {
  if (payloads.length === 0) return [];
  const few = Math.min(PAYLOADS, payloads.length);
  return Array.from({ length: CANDIDATES }, (_, i) => recipe(payloads[i % few], i));
}

/** A random share of the words of a question, in their order. */
function partOf(question: string, share: number, random: RandomStream): string {
  const words = question.replace(/[?\s]+$/, '').split(/\s+/);
  const count = Math.max(1, Math.round(share * words.length));
  const kept = Array.from(permutation(words.length, random).subarray(0, count)).sort((a, b) => a - b);
  return `${kept.map((i) => words[i]).join(' ')}.`;
}

function someOf(names: readonly string[], count: number, random: RandomStream): string[] {
  return Array.from(permutation(names.length, random).subarray(0, Math.min(count, names.length)), (i) => names[i]);
}
