import { SentenceCollector } from '../../src/text/collector.ts';
import { isFalseBreak } from '../../src/text/false-breaks.ts';
import {
  boundedText,
  DEFAULT_MAX_CHARACTERS,
  DEFAULT_MAX_SENTENCE_CHARACTERS,
  type SentenceOptions,
  type SentenceSplit,
} from '../../src/text/index.ts';

/**
 * What splitSentences is to give, found as plainly as it is said: every break of the segmenter over the whole text, without
 * those that are false.
 */
export function splitWithSegmenter(text: string, options: SentenceOptions = {}): SentenceSplit {
  const { maxCharacters = DEFAULT_MAX_CHARACTERS, maxSentenceCharacters = DEFAULT_MAX_SENTENCE_CHARACTERS } = options;
  const found = new SentenceCollector(maxSentenceCharacters, options.maxSentences ?? Number.POSITIVE_INFINITY);
  const bounded = boundedText(text, maxCharacters);
  const segmenter = new Intl.Segmenter(options.locale ?? 'en', { granularity: 'sentence' });
  const segments = Array.from(segmenter.segment(bounded));
  let sentence = '';
  segments.forEach(({ index, segment }, i) => {
    const start = index - sentence.length;
    if (i > 0 && !isFalseBreak(bounded, start, index, index + segment.length)) {
      if (/[\p{L}\p{N}]/u.test(sentence)) found.add(sentence.trim(), 0);
      sentence = '';
    }
    sentence += segment;
  });
  if (/[\p{L}\p{N}]/u.test(sentence)) found.add(sentence.trim(), 0);
  const { sentences, longSentences, more } = found;
  return { sentences, truncated: text.length > maxCharacters, longSentences, more };
}
