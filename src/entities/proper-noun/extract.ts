import { copyUnits } from '../../text/index.ts';
import { singleSpaced } from './character-classes.ts';
import { isPossessive, properNounSpans } from './spans.ts';

/** What most sentences need, kept from one to the next; a longer one gets its own. */
const KEPT_LENGTH = 4096;
const keptUnits = new Uint16Array(KEPT_LENGTH);
const keptSpans = new Int32Array(KEPT_LENGTH + 2);

/** The proper nouns of a sentence (`properNounSpans`): lower case, single spaces, composed, each once, in order of appearance. */
export function properNouns(sentence: string): string[] {
  const { length } = sentence;
  const kept = length <= KEPT_LENGTH;
  const units = kept ? keptUnits : new Uint16Array(length);
  const spans = kept ? keptSpans : new Int32Array(length + 2);
  copyUnits(sentence, 0, length, units);
  const count = properNounSpans(units, length, spans);
  const names = new Set<string>();
  for (let i = 0; i < count; i++) {
    const end = spans[2 * i + 1];
    // A capital sigma before the possessive does not end its word, and is spelled so.
    const possessive = isPossessive(units, length, end) ? 2 : 0;
    const name = sentence.slice(spans[2 * i], end + possessive).toLowerCase();
    names.add(composed(possessive > 0 ? name.slice(0, -possessive) : name));
  }
  return [...names];
}

/** Anything else than words of ASCII with single spaces between them. */
const TO_COMPOSE = /[^!-~ ]| {2}/;

function composed(name: string): string {
  return TO_COMPOSE.test(name) ? singleSpaced(name).normalize('NFC') : name;
}
