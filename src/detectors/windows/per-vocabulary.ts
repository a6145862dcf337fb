import type { Vocabulary } from '../../text/index.ts';

/** What is kept of each vocabulary, made when it is first asked for, and as long as the vocabulary is used. */
export function perVocabulary<T>(make: (vocabulary: Vocabulary) => T): (vocabulary: Vocabulary) => T {
  const all = new WeakMap<Vocabulary, T>();
  // Contexts of one vocabulary follow each other.
  let last: { vocabulary: Vocabulary; value: T } | undefined;
  return (vocabulary) => {
    if (last?.vocabulary !== vocabulary) {
      const value = all.get(vocabulary) ?? make(vocabulary);
      all.set(vocabulary, value);
      last = { vocabulary, value };
    }
    return last.value;
  };
}
