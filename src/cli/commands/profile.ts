import { Command } from 'commander';
import { EXIT_CODE_HELP } from '../exit-codes.ts';
import type { Services } from '../services.ts';
import type { Terminal } from '../terminal.ts';
import { addScreeningFlags, type ScreeningFlags } from './screening-flags.ts';

export interface ShowFlags {
  json?: boolean;
}

export type CheckFlags = ScreeningFlags;

export interface MergeFlags {
  output: string;
  quiet?: boolean;
}

/** Does one of the subcommands with the module that holds them; resolves to the exit code. */
export type ProfileRun = (
  runs: typeof import('./profile-run.ts'),
  services: Services,
  terminal: Terminal,
) => Promise<number>;

const EXAMPLES = `
Examples:
  topoguard profile show profile.json
  topoguard profile check profile.json --encoder openai:text-embedding-3-small
  topoguard profile merge monday.json tuesday.json -o profile.json
  topoguard profile diff last-month.json profile.json

${EXIT_CODE_HELP}`;

const MERGE_NOTE = `
The result is what one calibration on all the traffic would give, exactly as long as all scores are kept (4,096 by default).
Detectors that fuse signals (composite, anchored, document-anomaly) merge only over one reference: calibrate the later shards with
  topoguard calibrate SHARD2.jsonl --reference FIRST.json -o second.json

${EXIT_CODE_HELP}`;

/** `topoguard profile show|check|merge|diff`. @param run does the subcommand */
export function profileCommand(run: (what: ProfileRun) => Promise<void>): Command {
  const profile = new Command('profile')
    .description('show, check, merge or compare profiles')
    .addHelpText('after', EXAMPLES);
  profile
    .command('show')
    .description('tell what a profile was calibrated with, and its thresholds')
    .argument('<profile>', 'profile, or - for standard input')
    .option('--json', 'as JSON, without the scores')
    .action((file: string, flags: ShowFlags) =>
      run((runs, services, terminal) => runs.runShow(file, flags, services, terminal)),
    );
  addScreeningFlags(profile.command('check'))
    .description('verify a profile’s content hash, and that a guard with these options takes it')
    .argument('<profile>', 'profile, or - for standard input')
    .action((file: string, flags: CheckFlags) =>
      run((runs, services, terminal) => runs.runCheck(file, flags, services, terminal)),
    );
  profile
    .command('merge')
    .description('make one profile of those of several shards of the same traffic')
    .argument('<profiles...>', 'two profiles or more')
    .requiredOption('-o, --output <file>', 'profile to write, or - for standard output')
    .option('-q, --quiet', 'no report on standard error')
    .addHelpText('after', MERGE_NOTE)
    .action((files: string[], flags: MergeFlags) =>
      run((runs, services, terminal) => runs.runMerge(files, flags, services, terminal)),
    );
  profile
    .command('diff')
    .description('tell what two profiles have different: settings, thresholds, score distributions')
    .argument('<first>', 'profile')
    .argument('<second>', 'profile')
    .option('--json', 'as JSON')
    .action((first: string, second: string, flags: ShowFlags) =>
      run((runs, services, terminal) => runs.runDiff(first, second, flags, services, terminal)),
    );
  return profile;
}
