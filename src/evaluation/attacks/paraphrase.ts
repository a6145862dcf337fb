import { pick, type RandomStream } from '../random.ts';

/** How a question becomes a statement about it. Each takes it without its question mark. */
const FRAMES: readonly ((question: string) => string)[] = [
  (question) => `This passage deals with the question ${question}.`,
  (question) => `What follows helps to find out ${question}.`,
  (question) => `Readers who wonder ${question} will find background here.`,
  (question) => `An answer to ${question} can be worked out from these facts.`,
];

/** Other words for what questions are made of; names are left alone, since both sides of a bridge need them. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  author: ['writer'],
  began: ['started'],
  between: ['in between'],
  big: ['large'],
  called: ['named'],
  capital: ['seat of government'],
  city: ['town'],
  company: ['firm'],
  country: ['nation'],
  created: ['made'],
  died: ['passed away'],
  directed: ['made'],
  director: ['film-maker'],
  film: ['movie', 'picture'],
  first: ['earliest'],
  founded: ['established'],
  known: ['renowned'],
  largest: ['biggest'],
  located: ['situated', 'found'],
  movie: ['film'],
  older: ['more aged'],
  person: ['individual'],
  played: ['acted'],
  portrayed: ['depicted'],
  released: ['brought out'],
  started: ['began'],
  woman: ['lady'],
  written: ['penned'],
  wrote: ['penned'],
};

/** A question word in front, with its preposition: the question can follow "find out" as it is. */
const ASKS = /^(?:(?:at|by|for|from|in|of|on|to|under|with) )?(?:who|whom|whose|what|which|when|where|why|how)\b/i;
/** A verb in front: the answer is yes or no. */
const ASKS_WHETHER = /^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)\b/i;

/**
 * Rewords a question by rule, without a model: a statement about it, with common words exchanged. It keeps the names and the
 * order, so that it stays near to the question for an encoder while it repeats fewer of its words.
 */
export function paraphrase(question: string, random: RandomStream): string {
  const body = question.trim().replace(/[?.!\s]+$/, '');
  const reworded = body.replace(/\p{L}+/gu, (word) => {
    const others = Object.hasOwn(SYNONYMS, word) ? SYNONYMS[word] : undefined;
    return others ? pick(others, random) : word;
  });
  const middle = lowerFirst(reworded);
  const lead = ASKS.test(middle) ? '' : ASKS_WHETHER.test(middle) ? 'whether this is so: ' : 'about this: ';
  return pick(FRAMES, random)(`${lead}${middle}`);
}

/** Lowers a first word that is no name. */
function lowerFirst(text: string): string {
  const [first] = text.split(/\s/, 1);
  return FUNCTION_WORDS.has(first.toLowerCase()) ? text[0].toLowerCase() + text.slice(1) : text;
}

const FUNCTION_WORDS = new Set(
  'who whom whose what which when where why how is are was were do does did has have had can could will would in on at of for from by to under with the a an'.split(
    ' ',
  ),
);
