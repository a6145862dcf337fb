import type { ReasonCounts } from '../reason-counts.ts';
import { normalizeInPlace } from './dot.ts';
import type { PoolDocument } from './pool.ts';
import type { VectorTable } from './vector-table.ts';

export const NO_VECTOR = 'a text without a vector';

interface Draft {
  title: string;
  sentences: readonly string[];
  owners: Set<number>;
}

/** Gathers documents, each once, and gives those whose sentences all have vectors their place in the pool. */
export class PoolBuilder {
  readonly #drafts: Draft[] = [];
  readonly #known = new Map<string, number>();
  readonly #sentences: number;

  /** @param sentences leading sentences of a document that are used */
  constructor(sentences: number) {
    this.#sentences = sentences;
  }

  /** @returns the number of the document, the same for the same title and leading sentences */
  add(document: { title: string; sentences: readonly string[] }, row: number): number {
    const key = this.#keyOf(document);
    let number = this.#known.get(key);
    if (number === undefined) {
      const sentences = document.sentences.slice(0, this.#sentences);
      number = this.#drafts.push({ title: document.title, sentences, owners: new Set() }) - 1;
      this.#known.set(key, number);
    }
    this.#drafts[number].owners.add(row);
    return number;
  }

  /** Notes that a row holds a document, if some row has added that. */
  own(document: { title: string; sentences: readonly string[] }, row: number): void {
    const number = this.#known.get(this.#keyOf(document));
    if (number !== undefined) this.#drafts[number].owners.add(row);
  }

  *texts(): Generator<string> {
    for (const { sentences } of this.#drafts) yield* sentences;
  }

  /**
   * @returns `places[number]` = index of a document in the pool, −1 where a sentence has no vector; `vectors` are the mean
   *   unit vectors [documents × dimension]
   */
  build(
    table: VectorTable,
    dimension: number,
    leftOut: ReasonCounts,
  ): { documents: PoolDocument[]; places: Int32Array; vectors: Float32Array } {
    const complete = this.#drafts.map(({ sentences }) => sentences.every((text) => table.vectorOf(text)));
    const places = new Int32Array(this.#drafts.length).fill(-1);
    const documents = this.#drafts
      .filter((_, number) => complete[number])
      .map(({ title, sentences, owners }) => ({ title, sentences, owners: [...owners].sort((a, b) => a - b) }));
    leftOut.add(NO_VECTOR, this.#drafts.length - documents.length);
    const vectors = new Float32Array(documents.length * dimension);
    const mean = new Float64Array(dimension);
    let place = 0;
    this.#drafts.forEach(({ sentences }, number) => {
      if (!complete[number]) return;
      mean.fill(0);
      for (const text of sentences) {
        const vector = table.vectorOf(text)!;
        for (let i = 0; i < dimension; i++) mean[i] += vector[i];
      }
      normalizeInPlace(mean);
      vectors.set(mean, place * dimension);
      places[number] = place++;
    });
    return { documents, places, vectors };
  }

  #keyOf({ title, sentences }: { title: string; sentences: readonly string[] }): string {
    return [title, ...sentences.slice(0, this.#sentences)].join('\n');
  }
}
