/**
 * Function words that say nothing about what a text is about, lower case. Deliberately few and English: the set is part of
 * the definition of entity words and query echo (design, section 3), so another set would change calibrated scores.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  [
    // articles, demonstratives, quantifiers
    'a an the this that these those both each few more most only other own same some such first one two',
    // pronouns and possessives
    'he him his she her i me my it its they their we our you your if',
    // question and relative words
    'who whom whose which what when where how',
    // auxiliaries
    'is was were are be did do does has have had can will',
    // prepositions and conjunctions
    'in on at of to by for from with as about after before between during into out over than under until up and or but nor',
    // adverbs
    'not also just so then there very',
  ]
    .join(' ')
    .split(' '),
);
