import { TopoGuardError } from '../../errors/index.ts';
import type { EntityExtractor } from '../extractor.ts';

/**
 * Characters that the tagger sees at once. Its time grows with the square of the text and worse (80 s were seen on one
 * sentence of quotes); random and hostile texts of this length stay under about 0.1 s.
 */
const PIECE = 1_000;

type Tagger = (text: string) => { topics(): { out(format: 'array'): string[] } };

/**
 * Loads `compromise` and returns an extractor of the people, places and organizations it tags: English only, and hundreds
 * of times slower than the default. A sentence of more than 1,000 characters is tagged in pieces, cut at white space.
 *
 * @throws TopoGuardError DEPENDENCY_MISSING where the package cannot be imported
 */
export async function loadCompromiseExtractor(): Promise<EntityExtractor> {
  let tagger: Tagger;
  try {
    tagger = (await import('compromise')).default as unknown as Tagger;
  } catch (cause) {
    throw new TopoGuardError('DEPENDENCY_MISSING', 'the entity extractor "compromise" needs the package compromise', {
      remedy: 'Run: npm install compromise',
      cause,
    });
  }
  return Object.freeze({ id: 'compromise', extract: (sentence: string) => topics(tagger, sentence) });
}

const LAST_SPACE = /\s\S*$/;

function topics(tagger: Tagger, sentence: string): string[] {
  const names = new Set<string>();
  for (let from = 0; from < sentence.length; ) {
    let to = Math.min(from + PIECE, sentence.length);
    if (to < sentence.length) {
      const space = sentence.slice(from, to).search(LAST_SPACE);
      if (space > 0) to = from + space;
    }
    for (const name of namesIn(tagger, sentence.slice(from, to))) names.add(name);
    from = to;
  }
  return [...names];
}

/** The tagger lists people, places and organizations one after another; this is their order in the text. */
function namesIn(tagger: Tagger, piece: string): string[] {
  const found = tagger(piece)
    .topics()
    .out('array')
    .map((topic) => ({ name: normalized(topic), at: piece.indexOf(topic) }));
  return found
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name)
    .filter((name) => name !== '');
}

/** Lower case, single spaces, no punctuation at the ends and no possessive ’s. */
function normalized(topic: string): string {
  return topic
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/(?:[^\p{L}\p{M}\p{N}]|['’]s(?![\p{L}\p{N}]))+$/u, '');
}
