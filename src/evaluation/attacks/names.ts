import { properNounExtractor } from '../../entities/index.ts';

/** Names of a text as they may be written into another one, each once. */
export function namesOf(sentences: readonly string[]): string[] {
  const names = new Set(sentences.flatMap((sentence) => properNounExtractor.extract(sentence)));
  // The extractor lowers names; in a text they have capitals again.
  return [...names].map((name) =>
    name.replace(/(^|[\s-])(\p{L})/gu, (_, before, letter) => before + letter.toUpperCase()),
  );
}

/** Names appended to sentences, dealt out in turn from the last sentence backwards. */
export function withNames(sentences: readonly string[], names: readonly string[]): string[] {
  const share = sentences.map((): string[] => []);
  names.forEach((name, i) => {
    share[sentences.length - 1 - (i % sentences.length)].push(name);
  });
  return sentences.map((sentence, i) =>
    share[i].length === 0 ? sentence : `${sentence.replace(/[\s.]+$/, '')}, ${share[i].join(', ')}.`,
  );
}
