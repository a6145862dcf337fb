import type { Context } from '../../text/index.ts';
import type { ScreenResult } from '../result.ts';

/**
 * Indices, ascending, of the documents to drop from a flagged context; empty where nothing can be told. A document belongs to
 * the smaller part when more than half of its sentences lie there; where that is true of none, the one with the largest share.
 */
export function documentsToDrop(result: ScreenResult, drop: 'smaller-part' | 'suspect'): number[] {
  if (drop === 'suspect' && result.suspect) return [result.suspect.index];
  const smaller = result.parts?.[1].documents ?? [];
  if (smaller.length === 0) return [];
  const inside = smaller.filter((document) => document.share > 0.5);
  const chosen = inside.length > 0 ? inside : [smaller.reduce((a, b) => (b.share > a.share ? b : a))];
  return chosen.map((document) => document.index).sort((a, b) => a - b);
}

/** The context without some of its documents; the given one stays as it is. */
export function withoutDocuments(context: Context, indices: readonly number[]): Context {
  const dropped = new Set(indices);
  return { ...context, documents: context.documents.filter((_, i) => !dropped.has(i)) };
}
