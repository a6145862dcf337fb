import { jaccard } from '../../entities/index.ts';
import type { ContextFeatures, Signal } from '../features.ts';
import { weakestSpanningLink } from '../measures.ts';

/** Jaccard index of the entity sets of documents i and j; 0 where neither has an entity. */
export function entityLinkage(f: ContextFeatures, i: number, j: number): number {
  const a = f.documents![i];
  const b = f.documents![j];
  return f.entityUnit === 'name' ? jaccard(a.entityNames, b.entityNames) : jaccard(a.entityWords, b.entityWords);
}

/**
 * 1 − Jaccard index of the documents' named entities (paper section 4, entity augmentation), over entity words by default and
 * over whole names with `entityUnit: 'name'`, as the paper. More than two documents: the weakest spanning link. In [0, 1].
 */
export const entityOverlap: Signal = {
  name: 'entity-overlap',
  requires: ['text'],
  compute: (f) => 1 - weakestSpanningLink(f, (i, j) => entityLinkage(f, i, j)),
};
