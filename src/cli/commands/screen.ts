import { Command, Option } from 'commander';
import { EXIT_CODE_HELP } from '../exit-codes.ts';
import { FORMATS, type Format } from '../output/result-writer.ts';
import { addScreeningFlags, rateOption, type ScreeningFlags } from './screening-flags.ts';

export interface ScreenFlags extends ScreeningFlags {
  profile?: string;
  fpr?: number;
  signals?: 'detector' | 'all';
  uncoveredShapes?: 'nearest' | 'abstain';
  format?: Format;
  output?: string;
  report?: string;
  failOn: 'flag' | 'error' | 'never';
  quiet?: boolean;
}

const EXAMPLES = `
Input: JSON (one context, an array, or {"contexts": […]}) or JSON Lines, one context a line; gzip too. A context:
  {"id": "q1", "query": "…", "documents": [{"id": "a", "text": "…"}, {"id": "b", "text": "…"}]}
JSON Lines are read piece by piece, so a file or pipe may be of any length. When the reader of
standard output goes away (as \`head\` does), the run ends with 0; with --report or --fail-on flag it goes on for these.

Examples:
  topoguard screen contexts.jsonl
  topoguard screen contexts.jsonl.gz --profile profile.json --report report.html
  retrieve | topoguard screen - --format ndjson --fail-on flag | jq 'select(.verdict == "flag") | .id'
  topoguard screen contexts.jsonl --detector hybrid --signals all --output results.json

${EXIT_CODE_HELP}`;

/** `topoguard screen FILE`. @param run what it does; resolves to the exit code */
export function screenCommand(run: (file: string, flags: ScreenFlags) => Promise<void>): Command {
  const command = new Command('screen')
    .description('screen contexts from a file or standard input')
    .argument('<file>', 'file of contexts, or - for standard input')
    .option('--profile <file>', 'calibrated profile (default: the generic one that ships for the static encoder)')
    .option('--fpr <rate>', 'false-positive rate of the threshold (default: the profile’s)', rateOption(false));
  return addScreeningFlags(command)
    .addOption(
      new Option(
        '--uncovered-shapes <what>',
        'contexts of a shape the profile does not cover (default: nearest)',
      ).choices(['nearest', 'abstain']),
    )
    .addOption(new Option('--signals <which>', 'signals that a result lists').choices(['detector', 'all']))
    .addOption(
      new Option('--format <format>', 'output format (default: by the ending of --output, else table)').choices(
        FORMATS,
      ),
    )
    .option('-o, --output <file>', 'write results there instead of standard output; the file appears when complete')
    .option('--report <file>', 'write an HTML report as well')
    .addOption(
      new Option('--fail-on <what>', 'what makes the exit code other than 0')
        .choices(['flag', 'error', 'never'])
        .default('error'),
    )
    .option('-q, --quiet', 'no progress and no summary on standard error')
    .addHelpText('after', EXAMPLES)
    .action(run);
}
