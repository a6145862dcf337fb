import type { TopoGuardError } from '../../errors/index.ts';
import type { ScreenResult } from '../../guard/index.ts';
import type { InputPlace } from '../input/context-reader.ts';
import type { Paint } from '../terminal.ts';
import type { Diagnostics } from './diagnostics.ts';
import { type ScreenSummary, summaryLines } from './screen-summary.ts';
import { screenTable } from './screen-table.ts';
import type { Sink } from './sink.ts';

export const FORMATS = ['table', 'json', 'ndjson'] as const;
export type Format = (typeof FORMATS)[number];

/** Writes results one after another, as they come. */
export interface ResultWriter {
  begin(): Promise<void>;
  result(place: InputPlace, result: ScreenResult): Promise<void>;
  error(place: InputPlace, id: string | undefined, error: TopoGuardError): Promise<void>;
  end(summary: ScreenSummary): Promise<void>;
}

export interface WriterOptions {
  sink: Sink;
  diagnostics: Diagnostics;
  paint: Paint;
  columns: number;
}

export function resultWriter(format: Format, options: WriterOptions): ResultWriter {
  if (format === 'table') return tableWriter(options);
  return format === 'json' ? jsonWriter(options) : ndjsonWriter(options);
}

/** Rows to the sink, errors to standard error, and the summary last. */
function tableWriter({ sink, diagnostics, paint, columns }: WriterOptions): ResultWriter {
  const table = screenTable(columns, paint);
  return {
    begin: () => sink.write(`${table.heading}\n`),
    result: (place, result) => sink.write(`${table.row(place, result)}\n`),
    async error(_place, _id, error) {
      diagnostics.error(error);
    },
    end: (summary) => sink.write(`\n${summaryLines(summary, paint).join('\n')}\n`),
  };
}

/** One record a line; the summary goes to standard error, so that every line of output is a record. */
function ndjsonWriter({ sink, diagnostics }: WriterOptions): ResultWriter {
  return {
    begin: async () => {},
    result: (place, result) => sink.write(`${resultText(place, result)}\n`),
    error: (place, id, error) => sink.write(`${errorText(place, id, error)}\n`),
    async end(summary) {
      for (const line of summaryLines(summary, (_, text) => text)) diagnostics.note(line);
    },
  };
}

/** `{"results": [records as they come], "summary": {…}}` */
function jsonWriter({ sink }: WriterOptions): ResultWriter {
  let separator = '\n';
  const write = async (text: string) => {
    const before = separator;
    separator = ',\n';
    await sink.write(before + text);
  };
  return {
    begin: () => sink.write('{"results":['),
    result: (place, result) => write(resultText(place, result)),
    error: (place, id, error) => write(errorText(place, id, error)),
    end: (summary) => sink.write(`\n],"summary":${JSON.stringify(summary.record())}}\n`),
  };
}

function resultText(place: InputPlace, result: ScreenResult): string {
  const record = { ...placeFields(place), ...result };
  try {
    return JSON.stringify(record);
  } catch {
    // Unknown fields nested too deep to be written (the engine's parser has no such bound) must not stop the run.
    const { passthrough: _, ...rest } = record;
    return JSON.stringify({
      ...rest,
      notes: [...rest.notes, 'unknown fields left out: nested too deep to be written'],
    });
  }
}

function errorText(place: InputPlace, id: string | undefined, error: TopoGuardError): string {
  return JSON.stringify({ ...placeFields(place), ...(id === undefined ? {} : { id }), error: error.toJSON() });
}

function placeFields({ line, context }: InputPlace): { line?: number; context?: number } {
  return { ...(line === undefined ? {} : { line }), ...(context === undefined ? {} : { context }) };
}
