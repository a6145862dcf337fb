/**
 * One retrieved passage: `text`, or `sentences` already split; null stands for one that is not given. Unknown fields are
 * kept and handed through.
 */
export interface ContextDocument {
  id?: string;
  title?: string;
  text?: string | null;
  sentences?: readonly string[] | null;
  /** The retriever's score of this document, where it gave one. */
  score?: number;
  [field: string]: unknown;
}

/** The documents retrieved for one query. Unknown fields are kept and handed through. */
export interface Context {
  id?: string;
  query?: string;
  documents: readonly ContextDocument[];
  [field: string]: unknown;
}
