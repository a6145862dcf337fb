import { Command } from 'commander';

export interface DoctorFlags {
  json?: boolean;
}

/** `topoguard doctor`. @param run what it does */
export function doctorCommand(run: (flags: DoctorFlags) => Promise<void>): Command {
  return new Command('doctor')
    .description('tell what works on this machine, what does not, and what to do about it')
    .option('--json', 'as JSON')
    .addHelpText('after', '\nExit codes: 0 when the default guard works, 1 when it does not.')
    .action(run);
}
