import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ScreeningOptions } from '../../guard/index.ts';
import { readJsonFile } from '../input/json-file.ts';
import type { Services } from '../services.ts';
import type { Terminal } from '../terminal.ts';

/** Options that fix the numbers a context gets; `screen` and `calibrate` share them. */
export interface ScreeningFlags {
  encoder?: string;
  detector?: string;
  backend?: 'native' | 'js' | 'reference';
  k?: number;
  alpha?: number;
  sentences?: number;
  coverage?: 'leading' | 'all';
  titles?: boolean;
  entities?: 'proper-noun' | 'compromise';
  entityUnit?: 'word' | 'name';
  documentFrequencies?: string;
  locale?: string;
  maxLineBytes?: number;
}

/**
 * Adds the shared options to a command. Their defaults are the profile's, then the package's, so none is set here.
 *
 * @param defaultDetector what the help says that it is without --detector
 */
export function addScreeningFlags(command: Command, defaultDetector = 'the profile’s'): Command {
  return command
    .option('--encoder <spec>', 'static, transformers:MODEL, openai:MODEL or precomputed:DIR/NAME (default: static)')
    .option(
      '--detector <name>',
      `detector, e.g. composite, pairwise-hybrid, spectral-gap, hybrid (default: ${defaultDetector})`,
    )
    .addOption(
      new Option('--backend <name>', 'linear algebra (default: the fastest there is)').choices([
        'native',
        'js',
        'reference',
      ]),
    )
    .option('-k, --k <n>', 'neighbours in the similarity graph (default: 4)', integerOption(1))
    .option('--alpha <a>', 'weight of the spectral gap in hybrid, 0 to 1 (default: 0.4)', rateOption(true))
    .option('--sentences <n>', 'leading sentences of each document to screen (default: 3)', integerOption(1))
    .addOption(
      new Option('--coverage <which>', 'sentences to screen: the leading ones, or all').choices(['leading', 'all']),
    )
    .option('--titles', 'let the words of titles count for composite (a planted document may carry a fitting one)')
    .addOption(new Option('--entities <name>', 'named-entity extractor').choices(['proper-noun', 'compromise']))
    .addOption(new Option('--entity-unit <unit>', 'unit of entity overlap').choices(['word', 'name']))
    .option('--document-frequencies <file>', 'word frequencies of your own index, as JSON')
    .option('--locale <tag>', 'language of sentence splitting, as BCP 47 tag (default: en)')
    .option('--max-line-bytes <n>', 'longest line of JSON Lines that is read (default: 16777216)', integerOption(1));
}

/** Loads what the flags name. @throws TopoGuardError from the encoder or the file */
export async function screeningOptions(
  flags: ScreeningFlags,
  services: Services,
  terminal: Terminal,
): Promise<ScreeningOptions> {
  const options: ScreeningOptions = {};
  if (flags.backend !== undefined) options.backend = flags.backend;
  if (flags.k !== undefined) options.k = flags.k;
  if (flags.alpha !== undefined) options.alpha = flags.alpha;
  if (flags.sentences !== undefined) options.sentencesPerDocument = flags.sentences;
  if (flags.coverage !== undefined) options.coverage = flags.coverage;
  if (flags.titles !== undefined) options.titles = flags.titles;
  if (flags.entities !== undefined) options.entities = flags.entities;
  if (flags.entityUnit !== undefined) options.entityUnit = flags.entityUnit;
  if (flags.locale !== undefined) options.locale = flags.locale;
  if (flags.documentFrequencies !== undefined) {
    const value = await readJsonFile(flags.documentFrequencies, terminal);
    options.documentFrequencies = await services.parseDocumentFrequencies(value, flags.documentFrequencies);
  }
  if (flags.encoder !== undefined) options.encoder = await services.createEncoder(flags.encoder);
  return options;
}

/** Parses a whole number of at least `minimum`. */
export function integerOption(minimum: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < minimum) {
      throw new InvalidArgumentError(`It must be a whole number of at least ${minimum}.`);
    }
    return value;
  };
}

/** Parses a number between 0 and 1, the ends included or not. */
export function rateOption(endsIncluded: boolean): (text: string) => number {
  return (text) => {
    const value = Number(text);
    const within = endsIncluded ? value >= 0 && value <= 1 : value > 0 && value < 1;
    if (text.trim() === '' || !within) {
      throw new InvalidArgumentError(
        endsIncluded ? 'It must be a number from 0 to 1.' : 'It must be a number between 0 and 1, e.g. 0.01.',
      );
    }
    return value;
  };
}
