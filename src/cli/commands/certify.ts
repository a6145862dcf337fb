import { Command, InvalidArgumentError, Option } from 'commander';
import { EXIT_CODE_HELP } from '../exit-codes.ts';
import { addScreeningFlags, rateOption, type ScreeningFlags } from './screening-flags.ts';

export interface CertifyFlags extends ScreeningFlags {
  benignQuantile: number;
  attackQuantile: number;
  fpr: number;
  miss: number;
  sigma?: number;
  constant: number;
  format: 'table' | 'json';
  quiet?: boolean;
}

/** The detector whose score the certificate is about. */
export const CERTIFIED_DETECTOR = 'spectral-gap';

const EXAMPLES = `
Both files are in the formats of \`screen\`; labels inside them are not looked at. Half of each file (every second context)
estimates, the other half measures.

ε is the --benign-quantile of the conductance φ of benign graphs, δ the --attack-quantile of that of attacks: the share of
contexts beyond them does not meet the theorem's assumption. φ is exact up to 12 sentences; above, it is the best sweep cut,
which is never below φ. The bound on errors is heuristic, as its authors say, and needs σ, which cannot be measured: it is
shown only with --sigma. Beside it stand the errors of a calibrated threshold (--detector, here by default spectral-gap, the
certificate's own); for a promise about false alarms use \`calibrate\`.

Examples:
  topoguard certify benign.jsonl attacked.jsonl
  topoguard certify benign.jsonl attacked.jsonl --benign-quantile 0.01 --attack-quantile 0.99 --sigma 0.18
  topoguard certify benign.jsonl attacked.jsonl --format json

${EXIT_CODE_HELP}`;

/** `topoguard certify BENIGN ATTACKED`. @param run what it does */
export function certifyCommand(run: (benign: string, attacked: string, flags: CertifyFlags) => Promise<void>): Command {
  const command = new Command('certify')
    .description('say whether the paper’s detection certificate (Theorem 3.2) applies to your traffic')
    .argument('<benign>', 'file of benign contexts')
    .argument('<attacked>', 'file of attacked contexts')
    .option('--benign-quantile <q>', 'quantile of benign conductance that is ε', rateOption(true), 0.05)
    .option('--attack-quantile <q>', 'quantile of attack conductance that is δ', rateOption(true), 0.95)
    .option(
      '--fpr <rate>',
      'false-positive rate of the calibrated threshold, and β of the sample complexity',
      rateOption(false),
      0.01,
    )
    .option('--miss <rate>', 'miss rate, α of the sample complexity', rateOption(false), 0.1)
    .option('--sigma <s>', 'assumed noise of the embeddings (0.18 is the paper’s proxy)', positiveOption)
    .option('--constant <c>', 'constant that the paper’s Ω hides', positiveOption, 1)
    .addOption(new Option('--format <format>', 'output format').choices(['table', 'json']).default('table'));
  return addScreeningFlags(command, CERTIFIED_DETECTOR)
    .option('-q, --quiet', 'no progress on standard error')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

function positiveOption(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0) {
    throw new InvalidArgumentError('It must be a number above 0.');
  }
  return value;
}
