import { Command, InvalidArgumentError } from 'commander';
import { EXIT_CODE_HELP } from '../exit-codes.ts';
import { integerOption, rateOption } from './screening-flags.ts';

export interface EvaluateFlags {
  data: string;
  output: string;
  encoder: string;
  compareEncoder: string[];
  heldOutTables?: string;
  profileData: string[];
  seed: number;
  limit?: number;
  fpr: number[];
  k: number;
  alpha: number;
  sentences: number;
  titles?: boolean;
  draws: number;
  resamples: number;
  poisonedTexts?: string;
  fresh?: boolean;
  quiet?: boolean;
}

const NOTES = `
Experiments (several, or all), each with the tables and figures of the paper that it holds:
  detection (table-1)              benign-fpr (table-2, table-9)    transfer (figure-2)
  latency (figure-3)               adaptive (table-3)               alpha (table-4, table-5)
  k (figure-4)                     noise (theorem-3.1)              certificate (theorem-3.2)
  context-size (figure-5)          poisonedrag (table-7)            document-gap (table-8, figure-6)
  encoders (table-10)              label-free (table-11)
beyond the paper:
  documents      contexts of more than two documents, retrieved or with distractors
  goals          the default detector against every attack on every shape, at one threshold a shape
  cross-source   false alarms with a profile of the same source and, with --profile-data, of others
  ablation       the default detector with each signal and each group left out
  white-box      attackers who know the detector and try 256 candidates
  degraded       no query, no capitals, documents of one sentence

The data set is HotpotQA (distractor) or 2WikiMultihopQA as JSON, MuSiQue as JSON Lines, or JSON Lines of one’s own with
"question" and "docs": [{"title", "sentences", "supporting"}]; gzip too. Written are evaluation.html, evaluation.json (the report, and
every number once more in the flat list "results"), and experiments/NAME.json for each finished experiment: a run that was
stopped takes those up again as long as data, encoder, options and version are the same.

Examples:
  topoguard evaluate all --data hotpot_dev_distractor_v1.json -o evaluation
  topoguard evaluate table-1 figure-4 --data musique_ans_v1.0_dev.jsonl --encoder openai:text-embedding-3-small -o evaluation
  topoguard evaluate goals --data hotpotqa.jsonl.gz --held-out-tables folds -o evaluation
  topoguard evaluate cross-source --data hotpotqa.jsonl.gz --profile-data musique.jsonl.gz --profile-data 2wiki.jsonl.gz -o out
  topoguard evaluate --data dev.jsonl.gz --encoder precomputed:vectors/all-mpnet-base-v2 --poisoned-texts hotpotqa.json -o out

${EXIT_CODE_HELP}`;

/** `topoguard evaluate [EXPERIMENT…]`. @param run what it does */
export function evaluateCommand(run: (experiments: string[], flags: EvaluateFlags) => Promise<void>): Command {
  return new Command('evaluate')
    .description('run the paper’s experiments on a multi-hop data set')
    .argument('[experiments...]', 'experiments, listed below; all where none is named')
    .requiredOption('--data <file>', 'data set to run them on')
    .requiredOption('-o, --output <directory>', 'directory for the report; made where there is none')
    .option('--encoder <spec>', 'static, transformers:MODEL, openai:MODEL or precomputed:DIR/NAME', 'static')
    .option(
      '--compare-encoder <spec>',
      'another encoder for the comparison of encoders; may be repeated (static is always in it)',
      (spec: string, earlier: string[]) => [...earlier, spec],
      [] as string[],
    )
    .option(
      '--held-out-tables <directory>',
      'fold-0.bin, fold-1.bin, … in place of the bundled static table, each for the questions it was trained without',
    )
    .option(
      '--profile-data <file>',
      'another data set, for cross-source; may be repeated',
      (file: string, earlier: string[]) => [...earlier, file],
      [] as string[],
    )
    .option('--seed <n>', 'seed of all random choices', integerOption(0), 1)
    .option('--limit <n>', 'most rows of the data set', integerOption(1))
    .option('--fpr <rates>', 'false-positive rates of the thresholds, with commas', rates, [0.01, 0.05])
    .option('-k, --k <n>', 'neighbours in the similarity graph', integerOption(1), 4)
    .option('--alpha <a>', 'weight of the spectral gap in hybrid, 0 to 1', rateOption(true), 0.4)
    .option('--sentences <n>', 'leading sentences of each document', integerOption(1), 3)
    .option('--titles', 'let the words of titles count for composite')
    .option('--draws <n>', 'attacked contexts of each row and strategy', integerOption(1), 3)
    .option('--resamples <n>', 'bootstrap resamples', integerOption(10), 1000)
    .option('--poisoned-texts <file>', 'adversarial texts released with PoisonedRAG')
    .option('--fresh', 'run every experiment again, whatever is in the directory')
    .option('-q, --quiet', 'no report and no progress on standard error')
    .addHelpText('after', NOTES)
    .action(run);
}

function rates(text: string): number[] {
  const parse = rateOption(false);
  const list = [...new Set(text.split(',').map((part) => parse(part.trim())))].sort((a, b) => a - b);
  if (list.length > 5) throw new InvalidArgumentError('It must be at most five rates.');
  return list;
}
