import { LRUCache } from 'lru-cache';
import { TopoGuardError } from '../errors/index.ts';
import type { EntityExtractor } from './extractor.ts';

/** Sentences remembered where the caller names no number. */
export const DEFAULT_CACHED_SENTENCES = 16_384;

export interface CacheStatistics {
  hits: number;
  misses: number;
  /** Sentences held now. */
  size: number;
}

export interface CachedEntityExtractor extends EntityExtractor {
  statistics(): CacheStatistics;
  clear(): void;
}

/**
 * The extractor with the entities of the last `max` sentences remembered: a corpus is retrieved from again and again. Same
 * id, since the entities are the same.
 *
 * @throws TopoGuardError OPTION_INVALID where `max` is no whole number ≥ 1
 */
export function cached(extractor: EntityExtractor, max: number = DEFAULT_CACHED_SENTENCES): CachedEntityExtractor {
  if (!Number.isSafeInteger(max) || max < 1) {
    throw new TopoGuardError('OPTION_INVALID', `must be a whole number ≥ 1, got ${String(max)}`, {
      location: { field: 'max' },
    });
  }
  const memory = new LRUCache<string, readonly string[]>({ max });
  let hits = 0;
  let misses = 0;
  return {
    id: extractor.id,
    extract(sentence) {
      const known = memory.get(sentence);
      if (known !== undefined) {
        hits++;
        return known;
      }
      misses++;
      // Shared between callers from now on.
      const names = Object.freeze([...extractor.extract(sentence)]);
      memory.set(sentence, names);
      return names;
    },
    statistics: () => ({ hits, misses, size: memory.size }),
    clear() {
      memory.clear();
      hits = 0;
      misses = 0;
    },
  };
}
