/** Bounds on what one context may ask for, so that no input can stall a service. */
export interface Limits {
  /** Documents of a context; more is an error. */
  maxDocuments: number;
  /** Sentences that enter the graph; more is an error. The eigensolver costs O(n³). */
  maxSentences: number;
  /** UTF-16 code units of a document that are split into sentences; the rest is left out with a note. */
  maxDocumentCharacters: number;
  /** UTF-16 code units of one sentence that are looked at; the rest is left out with a note. */
  maxSentenceCharacters: number;
  /** UTF-16 code units of a query; the rest is left out with a note. */
  maxQueryCharacters: number;
}

export const DEFAULT_LIMITS: Readonly<Limits> = {
  maxDocuments: 100,
  maxSentences: 1000,
  maxDocumentCharacters: 100_000,
  maxSentenceCharacters: 2_000,
  maxQueryCharacters: 4_000,
};
