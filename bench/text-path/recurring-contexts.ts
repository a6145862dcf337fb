import type { Context, ContextDocument } from '../../src/index.ts';
import { type FreshContexts, uniform } from './fresh-contexts.ts';

/** Documents that may come again: few enough that a guard still knows that it met their sentences. */
const RECENT = 2048;

/**
 * Contexts that keep every cache of a guard turning over: one document is new, with a word that no text had before and a
 * name beyond ASCII that is as new; the other is one of the last 2,048, so that sentences come a second and a third time,
 * are remembered, used and forgotten.
 */
export class RecurringContexts {
  readonly #fresh: FreshContexts;
  readonly #random: () => number;
  readonly #recent: ContextDocument[] = [];
  #made = 0;

  constructor(fresh: FreshContexts, seed: number) {
    this.#fresh = fresh;
    this.#random = uniform(seed);
  }

  make(count: number): Context[] {
    const contexts = this.#fresh.make(count).map(({ query, documents }) => {
      const text = `${newName(this.#made)} ${newName(this.#made)}é ${documents[0].text}`;
      const again = this.#recent[Math.floor(this.#random() * this.#recent.length)] ?? documents[1];
      this.#recent[this.#made++ % RECENT] = { text };
      return { query, documents: [{ text }, again] };
    });
    // Flat strings, as FreshContexts gives them; those kept here are let go of in time.
    return JSON.parse(JSON.stringify(contexts)) as Context[];
  }
}

/** A word of six letters for each number below 26⁶. */
function newName(number: number): string {
  let name = '';
  for (let rest = number, i = 0; i < 6; i++, rest = Math.floor(rest / 26))
    name += String.fromCharCode(97 + (rest % 26));
  return name.charAt(0).toUpperCase() + name.slice(1);
}
