import { Command, CommanderError } from 'commander';
import { TopoGuardError } from '../errors/index.ts';
import { attackCommand } from './commands/attack.ts';
import { calibrateCommand } from './commands/calibrate.ts';
import { certifyCommand } from './commands/certify.ts';
import { doctorCommand } from './commands/doctor.ts';
import { evaluateCommand } from './commands/evaluate.ts';
import { profileCommand } from './commands/profile.ts';
import { screenCommand } from './commands/screen.ts';
import { EXIT, EXIT_CODE_HELP } from './exit-codes.ts';
import { Diagnostics } from './output/diagnostics.ts';
import { printable } from './output/display-width.ts';
import { OutputFailed } from './output/output-failed.ts';
import { OutputClosed } from './output/sink.ts';
import type { Services } from './services.ts';
import { columnsOf, type Terminal, wantsColour } from './terminal.ts';

const ABOUT = 'Screens retrieved RAG contexts for split-knowledge attacks.';

const EXAMPLES = `
Examples:
  topoguard screen contexts.jsonl
  topoguard calibrate benign.jsonl --fpr 0.01 -o profile.json
  topoguard screen contexts.jsonl --profile profile.json --report report.html
  topoguard profile show profile.json
  topoguard attack --data hotpotqa.json --strategy replace -o attacked.jsonl
  topoguard doctor

${EXIT_CODE_HELP}`;

/** Codes of errors that are the package's or a service's fault rather than the caller's. */
const FAILURES: ReadonlySet<string> = new Set(['SOLVER_FAILED', 'ENCODER_FAILED']);

/**
 * Runs the command line. Never throws: everything that goes wrong becomes a line on standard error and an exit code.
 *
 * @param args the arguments after the program's name
 */
export async function runProgram(args: readonly string[], terminal: Terminal, services: Services): Promise<number> {
  let code: number = EXIT.success;
  try {
    const program = createProgram(terminal, services, (result) => {
      code = result;
    });
    if (args.length === 0) program.help({ error: true });
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (thrown) {
    return failed(thrown, args, terminal);
  }
}

function createProgram(terminal: Terminal, services: Services, finish: (code: number) => void): Command {
  const program = new Command('topoguard')
    .description(ABOUT)
    .version(services.version, '-V, --version', 'print the version')
    .addHelpText('after', EXAMPLES);
  program.addCommand(
    screenCommand(async (file, flags) => {
      const { runScreen } = await import('./commands/screen-run.ts');
      finish(await runScreen(file, flags, services, terminal));
    }),
  );
  program.addCommand(
    calibrateCommand(async (file, flags) => {
      const { runCalibrate } = await import('./commands/calibrate-run.ts');
      finish(await runCalibrate(file, flags, services, terminal));
    }),
  );
  program.addCommand(
    doctorCommand(async (flags) => {
      const { runDoctor } = await import('./commands/doctor-run.ts');
      finish(await runDoctor(flags, services, terminal));
    }),
  );
  program.addCommand(
    profileCommand(async (run) => {
      finish(await run(await import('./commands/profile-run.ts'), services, terminal));
    }),
  );
  program.addCommand(
    certifyCommand(async (benign, attacked, flags) => {
      const { runCertify } = await import('./commands/certify-run.ts');
      finish(await runCertify(benign, attacked, flags, services, terminal));
    }),
  );
  program.addCommand(
    attackCommand(async (flags) => {
      const { runAttack } = await import('./commands/attack-run.ts');
      finish(await runAttack(flags, services, terminal));
    }),
  );
  program.addCommand(
    evaluateCommand(async (experiments, flags) => {
      const { runEvaluate } = await import('./commands/evaluate-run.ts');
      finish(await runEvaluate(experiments, flags, services, terminal));
    }),
  );
  for (const [command, path] of withPaths(program, '')) {
    command
      .option('--verbose', 'show stacks of unexpected errors')
      .exitOverride()
      .showSuggestionAfterError(true)
      .showHelpAfterError(`(${path} --help lists the options)`)
      .configureOutput({
        writeOut: (text) => void terminal.stdout.write(text),
        writeErr: (text) => void terminal.stderr.write(text),
        getOutHelpWidth: () => columnsOf(terminal.stdout, terminal.env),
        getErrHelpWidth: () => columnsOf(terminal.stderr, terminal.env),
        getOutHasColors: () => wantsColour(terminal.stdout, terminal.env),
        getErrHasColors: () => wantsColour(terminal.stderr, terminal.env),
        outputError: (text, write) => write(printableLines(text)),
      });
  }
  return program;
}

/** A command and those below it, each with what is typed to reach it. */
function* withPaths(command: Command, parent: string): Generator<[Command, path: string]> {
  const path = `${parent}${command.name()}`;
  yield [command, path];
  for (const inner of command.commands) yield* withPaths(inner, `${path} `);
}

/** Commander repeats arguments in its messages, whatever they hold. */
function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

function failed(thrown: unknown, args: readonly string[], terminal: Terminal): number {
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.success : EXIT.usage;
  if (thrown instanceof OutputClosed) return EXIT.success;
  if (terminal.interrupt.aborted) return EXIT.interrupted;
  const diagnostics = new Diagnostics(terminal);
  if (thrown instanceof TopoGuardError) {
    diagnostics.error(thrown);
    return thrown instanceof OutputFailed || FAILURES.has(thrown.code) ? EXIT.failure : EXIT.usage;
  }
  const verbose = args.includes('--verbose') || /(?:^|[\s,])topoguard(?:$|[\s,])/.test(terminal.env.DEBUG ?? '');
  terminal.stderr.write(`error unexpected: ${printable(thrown instanceof Error ? thrown.message : String(thrown))}\n`);
  if (verbose && thrown instanceof Error) terminal.stderr.write(`${printableLines(thrown.stack ?? '')}\n`);
  else terminal.stderr.write('Run it again with --verbose to see where; topoguard doctor checks the installation\n');
  return EXIT.failure;
}
