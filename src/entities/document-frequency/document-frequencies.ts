import { TopoGuardError } from '../../errors/index.ts';

/**
 * In how many documents of a collection each word occurs, for inverse document frequencies (Spärck Jones 1972). Words are
 * lower-cased content words as src/text gives them.
 */
export class DocumentFrequencies {
  /** Stored in profiles: `shipped:v1`, or `custom:` and the caller's name. */
  readonly id: string;
  /** Number of documents counted, N. */
  readonly documents: number;
  readonly #counts: ReadonlyMap<string, number>;

  private constructor(id: string, documents: number, counts: ReadonlyMap<string, number>) {
    this.id = id;
    this.documents = documents;
    this.#counts = counts;
  }

  /** Number of words with a count. */
  get words(): number {
    return this.#counts.size;
  }

  /** Number of documents that hold a word; 0 for one that was never seen. */
  count(word: string): number {
    return this.#counts.get(word) ?? 0;
  }

  /** ln((N + 1) / (df + 1)), ≥ 0. The largest value, ln(N + 1), for a word that was never seen. */
  idf(word: string): number {
    return Math.log((this.documents + 1) / (this.count(word) + 1));
  }

  /**
   * Frequencies of the caller's own index.
   *
   * @param name becomes `custom:name`; give changed counts another name, because profiles are bound to it
   * @param documents number of documents counted, ≥ 1
   * @param counts documents that hold each word, whole numbers 0 … documents
   * @throws TopoGuardError OPTION_INVALID that names the word
   */
  static fromCounts(
    name: string,
    documents: number,
    counts: Iterable<readonly [string, number]> | Readonly<Record<string, number>>,
  ): DocumentFrequencies {
    if (typeof name !== 'string' || name.trim() === '') {
      throw invalid('name', `must be a text that is not empty, got ${JSON.stringify(name)}`);
    }
    return DocumentFrequencies.checked(`custom:${name}`, documents, counts);
  }

  /** The same with a ready id; for tables of the package itself. */
  static checked(
    id: string,
    documents: number,
    counts: Iterable<readonly [string, number]> | Readonly<Record<string, number>>,
  ): DocumentFrequencies {
    if (!Number.isSafeInteger(documents) || documents < 1) {
      throw invalid('documents', `must be a whole number ≥ 1, got ${String(documents)}`);
    }
    const kept = new Map<string, number>();
    for (const [word, count] of Symbol.iterator in counts ? counts : Object.entries(counts)) {
      if (!Number.isSafeInteger(count) || count < 0 || count > documents) {
        const given = typeof count === 'number' ? String(count) : JSON.stringify(count);
        throw invalid(`counts[${JSON.stringify(word)}]`, `must be a whole number 0 … ${documents}, got ${given}`);
      }
      kept.set(word, count);
    }
    return new DocumentFrequencies(id, documents, kept);
  }

  /**
   * Frequencies from parsed JSON `{"name": "…", "documents": N, "counts": {"word": df, …}}`.
   *
   * @throws TopoGuardError OPTION_INVALID that names the field
   */
  static fromJson(value: unknown): DocumentFrequencies {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw invalid('document frequencies', `must be an object, got ${value === null ? 'null' : kind(value)}`);
    }
    const { name, documents, counts } = value as Record<string, unknown>;
    if (typeof counts !== 'object' || counts === null || Array.isArray(counts)) {
      throw invalid('counts', `must be an object of words and counts, got ${counts === null ? 'null' : kind(counts)}`);
    }
    return DocumentFrequencies.fromCounts(name as string, documents as number, counts as Record<string, number>);
  }
}

function kind(value: unknown): string {
  return Array.isArray(value) ? 'an array' : typeof value;
}

function invalid(field: string, problem: string): TopoGuardError {
  return new TopoGuardError('OPTION_INVALID', problem, {
    location: { field },
    remedy:
      'Document frequencies are {"name": …, "documents": N, "counts": {"word": number of documents that hold it}}',
  });
}
