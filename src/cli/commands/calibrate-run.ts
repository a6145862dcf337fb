import { basename } from 'node:path';
import { profileText } from '../../calibration/index.ts';
import { TopoGuardError } from '../../errors/index.ts';
import type { CalibrateOptions } from '../../guard/index.ts';
import type { Context } from '../../text/context.ts';
import { EXIT } from '../exit-codes.ts';
import { type ByteSource, openByteSource } from '../input/byte-source.ts';
import { type InputPlace, READER_LIMITS, readContexts } from '../input/context-reader.ts';
import { readJsonFile } from '../input/json-file.ts';
import { AtomicFile } from '../output/atomic-file.ts';
import { calibrationLines } from '../output/calibration-report.ts';
import { Diagnostics } from '../output/diagnostics.ts';
import { countOf } from '../output/numbers.ts';
import { labelOf } from '../output/screen-summary.ts';
import { StreamSink } from '../output/sink.ts';
import type { Services } from '../services.ts';
import { columnsOf, painter, type Terminal } from '../terminal.ts';
import type { CalibrateFlags } from './calibrate.ts';
import { refuseOverwriting, screeningFiles } from './refuse-overwriting.ts';
import { screeningOptions } from './screening-flags.ts';

/** Skipped contexts that are named one by one; the others are counted. */
const MAX_NAMED = 20;
/** Contexts whose place in the file is remembered: calibration tells of a context it cannot use before it has read many more. */
const PLACES = 4096;

/**
 * Calibrates on a file of benign contexts and writes the profile whole, with a report of its thresholds on standard error.
 *
 * @returns the exit code: `incomplete` where contexts were skipped because of errors
 * @throws TopoGuardError CALIBRATION_TOO_SMALL, or when nothing can be read or written
 */
export async function runCalibrate(
  file: string,
  flags: CalibrateFlags,
  services: Services,
  terminal: Terminal,
): Promise<number> {
  await refuseOverwriting(
    [['the input', file], ['--reference', flags.reference], ...screeningFiles(flags)],
    [['--output', flags.output]],
  );
  const diagnostics = new Diagnostics(terminal, { quiet: flags.quiet === true });
  const source = await openByteSource(file, terminal.stdin, terminal.interrupt);
  let output: AtomicFile | null = null;
  try {
    const options: CalibrateOptions = {
      ...(await screeningOptions(flags, services, terminal)),
      fpr: flags.fpr,
      name: flags.name ?? (file === '-' ? 'standard input' : basename(file)),
      onProgress: (done) => {
        diagnostics.progress(() => ({
          text: `${countOf(done, 'context')} scored`,
          fraction: source.size ? source.consumed() / source.size : undefined,
        }));
      },
    };
    if (flags.detector !== undefined) options.detector = flags.detector;
    if (flags.guarantee !== undefined) options.guarantee = flags.guarantee;
    if (flags.contamination !== undefined) options.contamination = flags.contamination;
    if (flags.reference !== undefined) {
      options.reference = await services.parseProfile(await readJsonFile(flags.reference, terminal), flags.reference);
    }
    if (flags.output !== '-') output = await AtomicFile.create(flags.output);
    const feed = new BenignFeed(source, flags, diagnostics, terminal.interrupt);
    options.onSkip = ({ index, error }) => feed.skip(error, feed.placeOf(index));
    const { profile, used } = await services.calibrate(feed.contexts(), options).finally(() => feed.tellAttacks());
    terminal.interrupt.throwIfAborted();
    const text = profileText(profile);
    if (output) {
      await output.write(text);
      await output.commit();
    } else {
      const sink = new StreamSink(terminal.stdout);
      await sink.write(text);
      await sink.flush();
    }
    feed.countRest();
    const paint = painter(terminal.stderr, terminal.env);
    const lines = calibrationLines(
      profile,
      { used, skipped: feed.skipped, attacks: feed.attacks },
      columnsOf(terminal.stderr, terminal.env),
      paint,
    );
    for (const line of lines) diagnostics.note(line);
    if (output) diagnostics.note(`written to ${flags.output}`);
    return feed.skipped > 0 ? EXIT.incomplete : EXIT.success;
  } finally {
    diagnostics.clear();
    await output?.discard();
    source.close();
  }
}

/** Hands benign contexts to the calibration and tells of everything that it holds back. */
class BenignFeed {
  private readonly source: ByteSource;
  private readonly flags: CalibrateFlags;
  private readonly diagnostics: Diagnostics;
  private readonly interrupt: AbortSignal;
  /** Places of the contexts handed over last, by their index there modulo the array's length. */
  readonly #places: InputPlace[] = [];
  #handed = 0;
  skipped = 0;
  attacks = 0;

  constructor(source: ByteSource, flags: CalibrateFlags, diagnostics: Diagnostics, interrupt: AbortSignal) {
    this.source = source;
    this.flags = flags;
    this.diagnostics = diagnostics;
    this.interrupt = interrupt;
  }

  async *contexts(): AsyncGenerator<Context> {
    const { maxLineBytes } = this.flags;
    const limits = maxLineBytes === undefined ? READER_LIMITS : { ...READER_LIMITS, maxLineBytes };
    for await (const records of readContexts(this.source, limits)) {
      this.interrupt.throwIfAborted();
      for (const record of records) {
        if (!record.ok) this.skip(record.error);
        else if (labelOf(record.context) === 'attack') this.attacks++;
        else {
          this.#places[this.#handed++ % PLACES] = record.place;
          yield record.context;
        }
      }
    }
  }

  placeOf(index: number): InputPlace | undefined {
    return index >= this.#handed - PLACES ? this.#places[index % PLACES] : undefined;
  }

  skip(error: TopoGuardError, place?: InputPlace): void {
    this.skipped++;
    if (this.skipped > MAX_NAMED) return;
    const { context: _, ...inside } = error.location;
    const located = place
      ? new TopoGuardError(error.code, error.problem, {
          location: { ...inside, ...place },
          ...(error.remedy === undefined ? {} : { remedy: error.remedy }),
        })
      : error;
    this.diagnostics.error(located);
  }

  tellAttacks(): void {
    if (this.attacks === 0) return;
    this.diagnostics.warn(
      `${countOf(this.attacks, 'context')} labelled attack left out: calibration is on benign contexts only, and attacks among them raise the thresholds`,
    );
  }

  countRest(): void {
    if (this.skipped > MAX_NAMED) this.diagnostics.warn(`${countOf(this.skipped - MAX_NAMED, 'more context')} skipped`);
  }
}
