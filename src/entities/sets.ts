import { contentWords } from '../text/index.ts';

/** The content words of entity names: the unit of entity overlap by default. */
export function entityWords(names: Iterable<string>): Set<string> {
  const words = new Set<string>();
  for (const name of names) for (const word of contentWords(name)) words.add(word);
  return words;
}

/** Jaccard similarity |a ∩ b| / |a ∪ b|; 0 for two empty sets, which give no evidence of a link. */
export function jaccard<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const element of small) if (large.has(element)) shared++;
  const union = a.size + b.size - shared;
  return union === 0 ? 0 : shared / union;
}
