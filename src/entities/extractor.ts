/** Finds named entities in one sentence. */
export interface EntityExtractor {
  /** Stored in profiles: `proper-noun`, `compromise`, or a caller's own name. */
  readonly id: string;
  /**
   * Lower-cased entity names of a sentence, each once, in order of appearance. Empty where the script has no case.
   */
  extract(sentence: string): readonly string[];
}
