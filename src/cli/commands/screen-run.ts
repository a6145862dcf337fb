import { realpath } from 'node:fs/promises';
import { TopoGuardError } from '../../errors/index.ts';
import type { Guard, GuardOptions } from '../../guard/index.ts';
import { EXIT } from '../exit-codes.ts';
import { type ByteSource, openByteSource } from '../input/byte-source.ts';
import { type InputPlace, type InputRecord, READER_LIMITS, readContexts } from '../input/context-reader.ts';
import { readJsonFile } from '../input/json-file.ts';
import { AtomicFile } from '../output/atomic-file.ts';
import { Diagnostics } from '../output/diagnostics.ts';
import { countOf } from '../output/numbers.ts';
import { type Format, type ResultWriter, resultWriter } from '../output/result-writer.ts';
import { labelOf, ScreenSummary, summaryLines } from '../output/screen-summary.ts';
import { FileSink, StreamSink } from '../output/sink.ts';
import type { Services } from '../services.ts';
import { columnsOf, painter, type Terminal } from '../terminal.ts';
import { ReportCollector } from './report-collector.ts';
import type { ScreenFlags } from './screen.ts';
import { screeningOptions } from './screening-flags.ts';

/** Columns of a table in a file. */
const FILE_COLUMNS = 120;

/**
 * Screens a file of contexts and writes results as they come. Whatever ends the run early, no half-written file is left.
 *
 * @returns the exit code
 * @throws TopoGuardError when nothing can be screened: options, profile, encoder, input file, output file
 */
export async function runScreen(
  file: string,
  flags: ScreenFlags,
  services: Services,
  terminal: Terminal,
): Promise<number> {
  if (flags.output === '-') return runScreen(file, withoutOutput(flags), services, terminal);
  await refuseOverwriting(file, flags);
  const format = flags.format ?? formatOf(flags.output);
  const onTerminal = flags.output === undefined && terminal.stdout.isTTY === true;
  const diagnostics = new Diagnostics(terminal, { quiet: flags.quiet === true, shareTerminal: onTerminal });
  const held: { close(): unknown }[] = [];
  const files: AtomicFile[] = [];
  try {
    const source = await openByteSource(file, terminal.stdin, terminal.interrupt);
    held.push(source);
    const guard = await services.createGuard(await guardOptions(flags, services, terminal));
    held.push(guard);
    const createFile = async (path: string) => {
      const created = await AtomicFile.create(path);
      files.push(created);
      return created;
    };
    const output = flags.output === undefined ? null : await createFile(flags.output);
    const reportFile = flags.report === undefined ? null : await createFile(flags.report);
    const report = reportFile ? new ReportCollector() : null;
    const sink = output ? new FileSink(output) : new StreamSink(terminal.stdout);
    const writer = resultWriter(format, {
      sink,
      diagnostics,
      paint: output ? (_, text) => text : painter(terminal.stdout, terminal.env),
      columns: output ? FILE_COLUMNS : columnsOf(terminal.stdout, terminal.env),
    });
    const summary = new ScreenSummary(guard.backendInfo.backend);
    await writer.begin();
    await screenAll({ source, guard, writer, summary, report, diagnostics, flags, interrupt: terminal.interrupt });
    await writer.end(summary);
    await sink.flush();
    diagnostics.clear();
    if (report && reportFile) {
      const html = await services.renderScreenReport(
        report.input(guard, { title: `Screening of ${source.name}`, version: services.version }),
      );
      await reportFile.write(html);
      if (report.leftOut > 0) diagnostics.warn(`the report leaves out the last ${countOf(report.leftOut, 'context')}`);
    }
    terminal.interrupt.throwIfAborted();
    for (const written of files) await written.commit();
    if (output && format !== 'ndjson') {
      for (const line of summaryLines(summary, painter(terminal.stderr, terminal.env))) diagnostics.note(line);
    }
    return exitCode(summary, flags.failOn);
  } finally {
    diagnostics.clear();
    for (const written of files) await written.discard();
    for (const resource of held.reverse()) await resource.close();
  }
}

async function guardOptions(flags: ScreenFlags, services: Services, terminal: Terminal): Promise<GuardOptions> {
  const options: GuardOptions = await screeningOptions(flags, services, terminal);
  if (flags.detector !== undefined) options.detector = flags.detector;
  if (flags.fpr !== undefined) options.fpr = flags.fpr;
  if (flags.signals !== undefined) options.signals = flags.signals;
  if (flags.uncoveredShapes !== undefined) options.uncoveredShapes = flags.uncoveredShapes;
  if (flags.report !== undefined) options.detail = 'graph';
  if (flags.profile !== undefined) {
    options.profile = await services.parseProfile(await readJsonFile(flags.profile, terminal), flags.profile);
  }
  return options;
}

interface Run {
  source: ByteSource;
  guard: Guard;
  writer: ResultWriter;
  summary: ScreenSummary;
  report: ReportCollector | null;
  diagnostics: Diagnostics;
  flags: ScreenFlags;
  interrupt: AbortSignal;
}

async function screenAll(run: Run): Promise<void> {
  const { source, guard, summary, diagnostics, flags, interrupt } = run;
  const limits =
    flags.maxLineBytes === undefined ? READER_LIMITS : { ...READER_LIMITS, maxLineBytes: flags.maxLineBytes };
  for await (const records of readContexts(source, limits)) {
    interrupt.throwIfAborted();
    const contexts = records.flatMap((record) => (record.ok ? [record.context] : []));
    const entries = await guard.screenBatch(contexts, { signal: interrupt });
    let next = 0;
    for (const record of records) {
      if (!record.ok) {
        await fail(run, record, undefined, record.error);
        continue;
      }
      const entry = entries[next++]!;
      if (!entry.ok) {
        await fail(run, record, entry.id, located(entry.error, record.place));
        continue;
      }
      // The graph is for the report; results on paper or in a pipe stay small.
      const { graph: _, ...result } = entry.result;
      const label = labelOf(record.context);
      summary.add(result, label);
      run.report?.result(entry.result, record.context, label);
      await run.writer.result(record.place, result);
    }
    diagnostics.progress(() => ({
      text: countOf(summary.screened + summary.errors, 'context'),
      fraction: source.size ? source.consumed() / source.size : undefined,
    }));
  }
}

async function fail(run: Run, record: InputRecord, id: string | undefined, error: TopoGuardError): Promise<void> {
  run.summary.errors++;
  run.report?.error(record, id, error);
  await run.writer.error(record.place, id, error);
}

/** The guard knows the place inside a context only; its index in a batch means nothing to the reader of the message. */
function located(error: TopoGuardError, place: InputPlace): TopoGuardError {
  const { context: _, ...inside } = error.location;
  return new TopoGuardError(error.code, error.problem, {
    location: { ...inside, ...place },
    ...(error.remedy === undefined ? {} : { remedy: error.remedy }),
    cause: error,
  });
}

/** `--output -` is standard output, as it is without the option. */
function withoutOutput({ output: _, ...flags }: ScreenFlags): ScreenFlags {
  return flags;
}

function formatOf(output: string | undefined): Format {
  if (output === undefined) return 'table';
  if (/\.(?:ndjson|jsonl)$/i.test(output)) return 'ndjson';
  return /\.json$/i.test(output) ? 'json' : 'table';
}

function exitCode(summary: ScreenSummary, failOn: ScreenFlags['failOn']): number {
  if (failOn === 'never') return EXIT.success;
  if (failOn === 'flag' && summary.flagged > 0) return EXIT.flagged;
  return summary.errors > 0 ? EXIT.incomplete : EXIT.success;
}

/** @throws TopoGuardError OPTION_INVALID where two of input, output and report are one file */
async function refuseOverwriting(file: string, flags: ScreenFlags): Promise<void> {
  const resolve = (path: string) => realpath(path).catch(() => path);
  const seen = new Map<string, string>();
  const paths: [string, string | undefined][] = [
    ['the input', file === '-' ? undefined : file],
    ['--profile', flags.profile],
    ['--output', flags.output],
    ['--report', flags.report],
  ];
  for (const [role, path] of paths) {
    if (path === undefined || path === '/dev/null') continue;
    const real = await resolve(path);
    const other = seen.get(real);
    if (other) {
      throw new TopoGuardError('OPTION_INVALID', `${role} and ${other} are the same file, ${path}`, {
        remedy: 'Give each a file of its own',
      });
    }
    seen.set(real, role);
  }
}
