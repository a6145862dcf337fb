import { TopoGuardError } from '../../errors/index.ts';
import type { Guard, ScreenResult } from '../../guard/index.ts';
import type { Context } from '../../text/context.ts';
import { openByteSource } from '../input/byte-source.ts';
import { type ReaderLimits, readContexts } from '../input/context-reader.ts';
import type { Diagnostics } from '../output/diagnostics.ts';
import { countOf } from '../output/numbers.ts';
import type { Terminal } from '../terminal.ts';

/** One similarity graph, as the certificate sees it. */
export interface MeasuredGraph {
  /** Number of sentences. */
  n: number;
  /** φ(G), or where it is not `exact` the conductance of the best sweep cut, which is never below φ(G). */
  conductance: number;
  exact: boolean;
  /** 1 − min(λ₂, 1). */
  score: number;
  /** Whether the calibrated detector flags it. */
  flagged: boolean;
}

/** The graphs of a file in two halves, by turns. */
export interface MeasuredFile {
  estimation: MeasuredGraph[];
  measurement: MeasuredGraph[];
  /** Contexts that gave no graph: errors, or fewer than two documents with text. */
  left: { errors: number; abstained: number };
}

/** How the two passes over a file go about it. */
export interface FilePass {
  terminal: Terminal;
  diagnostics: Diagnostics;
  limits: Readonly<ReaderLimits>;
}

/** Errors that are named one by one; the others are counted. */
const MAX_NAMED = 20;

/** The contexts of a file that estimate: the first, third, … that can be read. */
export async function* estimationHalf(file: string, { terminal, limits }: FilePass): AsyncGenerator<Context> {
  const source = await openByteSource(file, terminal.stdin, terminal.interrupt);
  try {
    let index = 0;
    for await (const records of readContexts(source, limits)) {
      terminal.interrupt.throwIfAborted();
      for (const record of records) if (record.ok && index++ % 2 === 0) yield record.context;
    }
  } finally {
    source.close();
  }
}

/** Screens a file; only numbers are kept, so that it may be of any length. */
export async function measureFile(file: string, guard: Guard, pass: FilePass): Promise<MeasuredFile> {
  const { terminal, diagnostics, limits } = pass;
  const source = await openByteSource(file, terminal.stdin, terminal.interrupt);
  const measured: MeasuredFile = { estimation: [], measurement: [], left: { errors: 0, abstained: 0 } };
  const fail = (error: TopoGuardError): void => {
    if (++measured.left.errors <= MAX_NAMED) diagnostics.error(error);
  };
  try {
    let index = 0;
    for await (const records of readContexts(source, limits)) {
      terminal.interrupt.throwIfAborted();
      const good = records.flatMap((record) => (record.ok ? [record] : []));
      for (const record of records) if (!record.ok) fail(record.error);
      const entries = await guard.screenBatch(
        good.map((record) => record.context),
        { signal: terminal.interrupt },
      );
      for (const [i, entry] of entries.entries()) {
        const half = index++ % 2 === 0 ? measured.estimation : measured.measurement;
        if (!entry.ok) fail(located(entry.error, good[i]!.place));
        else if (entry.result.verdict === 'abstain') measured.left.abstained++;
        else half.push(graphOf(entry.result));
      }
      diagnostics.progress(() => ({
        text: `${countOf(index, 'context')} of ${file}`,
        fraction: source.size ? source.consumed() / source.size : undefined,
      }));
    }
  } finally {
    diagnostics.clear();
    source.close();
  }
  if (measured.left.errors > MAX_NAMED) {
    diagnostics.warn(`${countOf(measured.left.errors - MAX_NAMED, 'more context')} of ${file} could not be screened`);
  }
  return measured;
}

function graphOf({ signals, shape, verdict }: ScreenResult): MeasuredGraph {
  const whole = signals['conductance-exact'];
  return {
    n: shape.sentences,
    conductance: 1 - (whole ?? signals['conductance-sweep']!),
    exact: whole !== undefined,
    score: signals['spectral-gap']!,
    flagged: verdict === 'flag',
  };
}

function located(error: TopoGuardError, place: { file: string; line?: number; context?: number }): TopoGuardError {
  const { context: _, ...inside } = error.location;
  return new TopoGuardError(error.code, error.problem, {
    location: { ...inside, ...place },
    ...(error.remedy === undefined ? {} : { remedy: error.remedy }),
    cause: error,
  });
}
