import { TopoGuardError } from '../../errors/index.ts';
import type { EntityExtractor } from '../extractor.ts';
import { properNouns } from '../proper-noun/extract.ts';

/** Characters that the tagger sees at once: its time grows with the square of some texts, 80 s on one of quotes. */
const PIECE = 1_000;

/**
 * Fewest characters a word and a comma that the tagger is given: its time goes by words and commas, not by characters.
 * Of 71,790 sentences of Wikipedia and news 10 are denser than this and the constants of isDense allow.
 */
const CHARACTERS_PER_WORD = 3.5;
const CHARACTERS_PER_COMMA = 16;

type Tagger = (text: string) => { topics(): { out(format: 'array'): string[] } };

/**
 * Loads `compromise` and returns an extractor of the people, places and organizations it tags: English only, and hundreds
 * of times slower than the default. A sentence of more than 1,000 characters is tagged in pieces, cut at white space; a piece
 * with more words or commas than prose has (“A, A, A, …”) gets the names that the default extractor finds.
 * So the time grows with the text only: of 80 repeated patterns none took longer than twice the time of prose, which is 1 to
 * 3 ms per 100 characters.
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
    const piece = sentence.slice(from, to);
    for (const name of isDense(piece) ? properNouns(piece) : namesIn(tagger, piece)) names.add(name);
    from = to;
  }
  return [...names];
}

const WORDS = /[\p{L}\p{N}]+/gu;
const COMMAS = /,/g;

/** The constants let a short sentence have a few short words or commas. */
function isDense(piece: string): boolean {
  const words = piece.match(WORDS)?.length ?? 0;
  const commas = piece.match(COMMAS)?.length ?? 0;
  return words > 4 + piece.length / CHARACTERS_PER_WORD || commas > 2 + piece.length / CHARACTERS_PER_COMMA;
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
