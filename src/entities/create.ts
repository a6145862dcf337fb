import { TopoGuardError } from '../errors/index.ts';
import { loadCompromiseExtractor } from './compromise/index.ts';
import type { EntityExtractor } from './extractor.ts';
import { properNounExtractor } from './proper-noun/index.ts';

export const ENTITY_EXTRACTORS = ['proper-noun', 'compromise'] as const;
export type EntityExtractorName = (typeof ENTITY_EXTRACTORS)[number];

/**
 * An entity extractor by name, or the caller's own handed through. What it returns extracts synchronously.
 *
 * @throws TopoGuardError OPTION_INVALID for another name or an object that is no extractor, DEPENDENCY_MISSING where the
 *   package of a named one cannot be imported
 */
export async function createEntityExtractor(
  extractor: EntityExtractorName | EntityExtractor = 'proper-noun',
): Promise<EntityExtractor> {
  if (extractor === 'proper-noun') return properNounExtractor;
  if (extractor === 'compromise') return loadCompromiseExtractor();
  if (isExtractor(extractor)) return extractor;
  const given = typeof extractor === 'string' ? JSON.stringify(extractor) : typeof extractor;
  throw new TopoGuardError('OPTION_INVALID', `${given} is no entity extractor`, {
    location: { field: 'entities' },
    remedy: `Use one of ${ENTITY_EXTRACTORS.join(', ')}, or an object with id and extract(sentence).`,
  });
}

function isExtractor(value: unknown): value is EntityExtractor {
  if (typeof value !== 'object' || value === null) return false;
  const { id, extract } = value as Partial<EntityExtractor>;
  return typeof id === 'string' && id !== '' && typeof extract === 'function';
}
