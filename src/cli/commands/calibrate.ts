import { Command, InvalidArgumentError, Option } from 'commander';
import { EXIT_CODE_HELP } from '../exit-codes.ts';
import { addScreeningFlags, rateOption, type ScreeningFlags } from './screening-flags.ts';

export interface CalibrateFlags extends ScreeningFlags {
  fpr: number;
  guarantee?: 'marginal' | 'pac';
  contamination?: number;
  reference?: string;
  output: string;
  name?: string;
  quiet?: boolean;
}

const EXAMPLES = `
The input is benign traffic only, in the formats of \`screen\`. Contexts with "label": "attack" are left out. A rate of 0.01
takes at least 99 benign contexts (299 with --guarantee pac), a detector that fuses signals (composite, anchored, document-anomaly) twice as
many; a shape (documents × sentences) with that many of its own gets a threshold of its own.

Examples:
  topoguard calibrate benign.jsonl --fpr 0.01 -o profile.json
  topoguard calibrate benign.jsonl.gz --detector pairwise-hybrid --name "support desk" -o profile.json
  topoguard calibrate monday.jsonl -o monday.json
  topoguard calibrate tuesday.jsonl --reference monday.json -o tuesday.json
  topoguard profile merge monday.json tuesday.json -o profile.json
  topoguard screen contexts.jsonl --profile profile.json

${EXIT_CODE_HELP}`;

/** `topoguard calibrate FILE`. @param run what it does */
export function calibrateCommand(run: (file: string, flags: CalibrateFlags) => Promise<void>): Command {
  const command = new Command('calibrate')
    .description('set thresholds from benign contexts and write them as a profile')
    .argument('<file>', 'file of benign contexts, or - for standard input')
    .requiredOption('-o, --output <file>', 'profile to write, or - for standard output')
    .option('--fpr <rate>', 'false-positive rate to keep', rateOption(false), 0.01)
    .addOption(
      new Option(
        '--guarantee <which>',
        'rate kept on average over calibrations, or with 95 % confidence (pac)',
      ).choices(['marginal', 'pac']),
    )
    .option(
      '--contamination <share>',
      'at most this share of the contexts may be attacks, 0 to 0.1 (default: 0)',
      share,
    )
    .option('--reference <profile>', 'use the p-value reference of this profile, so that both can be merged')
    .option('--name <name>', 'name of the profile (default: that of the file)');
  return addScreeningFlags(command, 'that of --reference, else composite')
    .option('-q, --quiet', 'no report and no progress on standard error')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

function share(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 0.1))
    throw new InvalidArgumentError('It must be a number from 0 to 0.1.');
  return value;
}
