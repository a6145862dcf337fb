import { TopoGuardError } from '../../errors/index.ts';
import type { Guard, GuardOptions } from '../../guard/index.ts';
import { EXIT } from '../exit-codes.ts';
import { type ByteSource, openByteSource } from '../input/byte-source.ts';
import { type InputPlace, type InputRecord, READER_LIMITS, readContexts } from '../input/context-reader.ts';
import { readJsonFile } from '../input/json-file.ts';
import { AtomicFile } from '../output/atomic-file.ts';
import { Diagnostics } from '../output/diagnostics.ts';
import { countOf } from '../output/numbers.ts';
import { OutputFailed } from '../output/output-failed.ts';
import { type Format, type ResultWriter, resultWriter } from '../output/result-writer.ts';
import { labelOf, ScreenSummary, summaryLines } from '../output/screen-summary.ts';
import { FileSink, OutlivingSink, type Sink, StreamSink } from '../output/sink.ts';
import type { Services } from '../services.ts';
import { columnsOf, painter, type Terminal } from '../terminal.ts';
import { refuseOverwriting, screeningFiles } from './refuse-overwriting.ts';
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
  await refuseOverwriting(
    [['the input', file], ['--profile', flags.profile], ...screeningFiles(flags)],
    [
      ['--output', flags.output],
      ['--report', flags.report],
    ],
  );
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
    const sink = output ? new FileSink(output) : standardOutput(flags, terminal, diagnostics);
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
    const html = report && (await renderReport(report, guard, source, services, diagnostics));
    terminal.interrupt.throwIfAborted();
    await output?.commit();
    if (html !== null && reportFile) await deliverReport(html, reportFile, flags.output);
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

/** Standard output; where there is more to the run than what it prints, that is done even when nobody reads it. */
function standardOutput(flags: ScreenFlags, { stdout }: Terminal, diagnostics: Diagnostics): Sink {
  const sink = new StreamSink(stdout);
  if (flags.report === undefined && flags.failOn !== 'flag') return sink;
  const purpose = flags.report === undefined ? 'the exit code' : 'the report';
  return new OutlivingSink(sink, () => diagnostics.note(`nobody reads the output any more; going on for ${purpose}`));
}

async function renderReport(
  report: ReportCollector,
  guard: Guard,
  source: ByteSource,
  services: Services,
  diagnostics: Diagnostics,
): Promise<string> {
  const html = await services.renderScreenReport(
    report.input(guard, { title: `Screening of ${source.name}`, version: services.version }),
  );
  if (report.leftOut > 0) diagnostics.warn(`the report leaves out the last ${countOf(report.leftOut, 'context')}`);
  return html;
}

/** Writes the report when the results are out already. @throws OutputFailed that says so */
async function deliverReport(html: string, file: AtomicFile, output = 'standard output'): Promise<void> {
  try {
    await file.write(html);
    await file.commit();
  } catch (thrown) {
    if (!(thrown instanceof OutputFailed)) throw thrown;
    throw new OutputFailed(
      thrown.code,
      `${thrown.problem}; the results were written to ${output}, the report was not`,
      {
        location: thrown.location,
        ...(thrown.remedy === undefined ? {} : { remedy: thrown.remedy }),
        cause: thrown,
      },
    );
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
