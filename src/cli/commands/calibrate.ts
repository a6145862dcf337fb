import { Command } from 'commander';
import { EXIT_CODE_HELP } from '../exit-codes.ts';
import { addScreeningFlags, rateOption, type ScreeningFlags } from './screening-flags.ts';

export interface CalibrateFlags extends ScreeningFlags {
  fpr: number;
  output: string;
  name?: string;
  quiet?: boolean;
}

const EXAMPLES = `
The input is benign traffic only, in the formats of \`screen\`. Contexts with "label": "attack" are left out. A rate of 0.01
takes at least 99 benign contexts, a detector that fuses signals (anchored, document-anomaly) twice as many; several hundred of
each shape (documents × sentences) give thresholds of their own.

Examples:
  topoguard calibrate benign.jsonl --fpr 0.01 -o profile.json
  topoguard calibrate benign.jsonl.gz --detector pairwise-hybrid --name "support desk" -o profile.json
  topoguard screen contexts.jsonl --profile profile.json

${EXIT_CODE_HELP}`;

/** `topoguard calibrate FILE`. @param run what it does */
export function calibrateCommand(run: (file: string, flags: CalibrateFlags) => Promise<void>): Command {
  const command = new Command('calibrate')
    .description('set thresholds from benign contexts and write them as a profile')
    .argument('<file>', 'file of benign contexts, or - for standard input')
    .requiredOption('-o, --output <file>', 'profile to write, or - for standard output')
    .option('--fpr <rate>', 'false-positive rate to keep', rateOption(false), 0.01)
    .option('--name <name>', 'name of the profile (default: that of the file)');
  return addScreeningFlags(command)
    .option('-q, --quiet', 'no report and no progress on standard error')
    .addHelpText('after', EXAMPLES)
    .action(run);
}
