import { dot } from './dot.ts';

/** A document with its leading sentences. Documents with the same title and sentences are one. */
export interface PoolDocument {
  readonly title: string;
  readonly sentences: readonly string[];
  /** Rows of the data set that hold it, ascending. */
  readonly owners: readonly number[];
}

/** All documents with their mean unit vectors, searched by plain dot products. */
export class DocumentPool {
  readonly documents: readonly PoolDocument[];
  /** Indices of the documents that are a supporting one of a row of the material: what the paper's attacks draw from. */
  readonly supporting: Uint32Array;
  /** [documents × dimension], row-major: mean of the sentences' unit vectors, normalized. */
  readonly vectors: Float32Array;
  readonly dimension: number;
  readonly #owned: readonly ReadonlySet<number>[];

  constructor(documents: readonly PoolDocument[], supporting: Uint32Array, vectors: Float32Array, dimension: number) {
    this.documents = documents;
    this.supporting = supporting;
    this.vectors = vectors;
    this.dimension = dimension;
    this.#owned = documents.map(({ owners }) => new Set(owners));
  }

  /** Mean unit vector of a document; a view. */
  vectorOf(document: number): Float32Array {
    return this.vectors.subarray(document * this.dimension, (document + 1) * this.dimension);
  }

  /** Whether a row of the data set holds the document. */
  belongsTo(document: number, row: number): boolean {
    return this.#owned[document].has(row);
  }

  /**
   * The `count` documents most similar to `vector`, best first, ties to the lower index.
   *
   * @param among documents to search; all by default
   */
  nearest(
    vector: ArrayLike<number>,
    count: number,
    accept: (document: number) => boolean = () => true,
    among?: Uint32Array,
  ): number[] {
    // One type of array for the inner loop, whatever the caller has.
    const query = Float64Array.from(vector);
    const found: number[] = [];
    const similarities: number[] = [];
    const total = among?.length ?? this.documents.length;
    for (let i = 0; i < total; i++) {
      const document = among ? among[i] : i;
      if (!accept(document)) continue;
      const similarity = dot(query, this.vectors, document * this.dimension, this.dimension);
      if (found.length === count && !(similarity > similarities[count - 1])) continue;
      let at = Math.min(found.length, count - 1);
      for (; at > 0 && similarities[at - 1] < similarity; at--) {
        similarities[at] = similarities[at - 1];
        found[at] = found[at - 1];
      }
      similarities[at] = similarity;
      found[at] = document;
    }
    return found;
  }
}
