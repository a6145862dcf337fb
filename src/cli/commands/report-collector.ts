import { sampleQuantiles } from '../../calibration/index.ts';
import type { TopoGuardError } from '../../errors/index.ts';
import type { Guard, ScreenResult } from '../../guard/index.ts';
import type { ReportEntry, ScreenReportInput } from '../../report/index.ts';
import type { Context } from '../../text/context.ts';
import type { InputRecord } from '../input/context-reader.ts';
import { type Label, labelOf } from '../output/screen-summary.ts';

/** Contexts of a report. An entry without its graph takes about a kilobyte. */
const MAX_ENTRIES = 100_000;
/** Entries that keep their graph and sentences: the most suspicious ones, as many as the report shows in detail. */
const MAX_GRAPHS = 1_000;
/** Steps of the quantiles of benign scores. */
const SCORE_STEPS = 400;
const MAX_TITLE_CHARACTERS = 300;
const MAX_QUERY_CHARACTERS = 2_000;

/** Gathers what the HTML report shows, in bounded memory: graphs of contexts that will not be shown in detail are let go. */
export class ReportCollector {
  private readonly entries: ReportEntry[] = [];
  private withGraph: (ReportEntry & { ok: true })[] = [];
  private hadQuery = false;
  private readonly maxEntries: number;
  private readonly maxGraphs: number;
  /** Contexts beyond the bound. */
  leftOut = 0;

  constructor(bounds: { entries?: number; graphs?: number } = {}) {
    this.maxEntries = bounds.entries ?? MAX_ENTRIES;
    this.maxGraphs = bounds.graphs ?? MAX_GRAPHS;
  }

  result(result: ScreenResult, context: Context, label: Label | undefined): void {
    if (this.isFull()) return;
    const { passthrough: _, ...shown } = result;
    const query = typeof context.query === 'string' ? context.query : undefined;
    this.hadQuery ||= query !== undefined;
    const entry: ReportEntry = {
      ok: true,
      result: shown,
      ...(query === undefined ? {} : { query: query.slice(0, MAX_QUERY_CHARACTERS) }),
      documents: context.documents.map(({ id, title }) => ({
        ...(typeof id === 'string' ? { id } : {}),
        ...(typeof title === 'string' ? { title: title.slice(0, MAX_TITLE_CHARACTERS) } : {}),
      })),
      ...(label ? { label } : {}),
    };
    this.entries.push(entry);
    if (!shown.graph) return;
    this.withGraph.push(entry);
    if (this.withGraph.length >= 2 * this.maxGraphs) this.dropGraphs();
  }

  error(record: InputRecord, id: string | undefined, error: TopoGuardError): void {
    if (this.isFull()) return;
    const { line } = record.place;
    const label = record.ok ? labelOf(record.context) : undefined;
    this.entries.push({
      ok: false,
      ...(id === undefined ? {} : { id }),
      ...(line === undefined ? {} : { line }),
      error: { code: error.code, message: error.message },
      ...(label ? { label } : {}),
    });
  }

  /** What the report is rendered from. */
  input(guard: Guard, about: { title: string; version: string }): ScreenReportInput {
    const profile = guard.profileFor(this.hadQuery);
    return {
      ...about,
      created: new Date(),
      entries: this.entries,
      profile: {
        name: profile.name,
        generic: profile.generic,
        fpr: this.rate() ?? profile.fpr,
        detector: profile.detector.name,
        encoder: profile.encoder.id,
        count: profile.count,
        distributions: distributionsOf(profile),
      },
      backend: guard.backendInfo.backend,
    };
  }

  private rate(): number | undefined {
    return this.entries.find((e) => e.ok)?.result.fpr;
  }

  private isFull(): boolean {
    if (this.entries.length < this.maxEntries) return false;
    this.leftOut++;
    return true;
  }

  private dropGraphs(): void {
    this.withGraph.sort((a, b) => suspicion(b.result) - suspicion(a.result));
    for (const entry of this.withGraph.splice(this.maxGraphs)) {
      const { graph: _, ...rest } = entry.result;
      entry.result = { ...rest, parts: null };
    }
  }
}

/** Orders results as the report does: flags before abstentions before passes, then by p-value. */
function suspicion(result: ScreenResult): number {
  const rank = result.verdict === 'flag' ? 2 : result.verdict === 'abstain' ? 1 : 0;
  return rank * 2 - (result.pValue ?? 1);
}

function distributionsOf(profile: ReturnType<Guard['profileFor']>): Record<string, readonly number[]> {
  const { groups, distributions, detector } = profile;
  // Where there were too many to keep, the kept ones are no fair sample: their upper tail is whole, the body is not.
  const scores = groups.some((group) => group.ranks)
    ? sampleQuantiles(groups, SCORE_STEPS)
    : groups.flatMap((group) => group.scores).sort((a, b) => a - b);
  return { ...distributions, [detector.name]: scores };
}
