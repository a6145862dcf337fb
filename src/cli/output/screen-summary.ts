import type { ScreenResult, Verdict } from '../../guard/index.ts';
import type { Context } from '../../text/context.ts';
import type { Paint } from '../terminal.ts';
import { printable } from './display-width.ts';
import { countOf, formatCount, formatDuration, formatPercent } from './numbers.ts';

export type Label = 'benign' | 'attack';

/** The class that the input itself gives a context, where it gives one. */
export function labelOf(context: Context): Label | undefined {
  return context.label === 'benign' || context.label === 'attack' ? context.label : undefined;
}

/** What the whole run came to, as JSON output shows it. */
export interface ScreenSummaryRecord {
  contexts: number;
  verdicts: Record<Verdict, number>;
  errors: number;
  /** Only when every context that was screened has a label. */
  labelled?: Record<Label, { contexts: number; flagged: number }>;
  profiles: { name: string; generic: boolean; detector: string; fpr: number }[];
  encoder: string | null;
  backend: string;
  milliseconds: number;
}

/** Counts results as they come. */
export class ScreenSummary {
  private readonly verdicts: Record<Verdict, number> = { pass: 0, flag: 0, abstain: 0 };
  private readonly labels = { benign: { contexts: 0, flagged: 0 }, attack: { contexts: 0, flagged: 0 } };
  private readonly profiles = new Map<string, ScreenSummaryRecord['profiles'][number]>();
  private readonly started = performance.now();
  private readonly backend: string;
  private encoder: string | null = null;
  private unlabelled = 0;
  errors = 0;
  extrapolated = 0;

  constructor(backend: string) {
    this.backend = backend;
  }

  get screened(): number {
    return this.verdicts.pass + this.verdicts.flag + this.verdicts.abstain;
  }

  get flagged(): number {
    return this.verdicts.flag;
  }

  add(result: ScreenResult, label: Label | undefined): void {
    this.verdicts[result.verdict]++;
    if (result.extrapolated) this.extrapolated++;
    this.encoder = result.encoder;
    const { name, generic } = result.profile;
    this.profiles.set(`${result.detector}\n${name}`, { name, generic, detector: result.detector, fpr: result.fpr });
    if (!label) this.unlabelled++;
    else {
      this.labels[label].contexts++;
      if (result.verdict === 'flag') this.labels[label].flagged++;
    }
  }

  record(): ScreenSummaryRecord {
    return {
      contexts: this.screened + this.errors,
      verdicts: { ...this.verdicts },
      errors: this.errors,
      ...(this.unlabelled === 0 && this.screened > 0 ? { labelled: structuredClone(this.labels) } : {}),
      profiles: [...this.profiles.values()],
      encoder: this.encoder,
      backend: this.backend,
      milliseconds: Math.round(performance.now() - this.started),
    };
  }
}

/** The summary for people: counts, what judged, and where everything is labelled how well. Lines without line breaks. */
export function summaryLines(summary: ScreenSummary, paint: Paint): string[] {
  const record = summary.record();
  const { pass, flag, abstain } = record.verdicts;
  const counts = [
    `${formatCount(pass)} pass`,
    paint(flag > 0 ? 'red' : 'dim', `${formatCount(flag)} flag`),
    `${formatCount(abstain)} abstain`,
    ...(record.errors > 0 ? [paint('red', countOf(record.errors, 'error'))] : []),
  ];
  const lines = [
    `${countOf(record.contexts, 'context')}: ${counts.join(', ')} (${formatDuration(record.milliseconds)})`,
  ];
  for (const { name, generic, detector, fpr } of record.profiles) {
    const basis = generic
      ? 'set on public questions by the profile that ships; on your traffic it may be many times that'
      : `by profile ${printable(name)}`;
    lines.push(paint('dim', `judged by ${detector} at ${formatPercent(fpr)} false positives, ${basis}`));
  }
  if (summary.extrapolated > 0) {
    lines.push(
      paint(
        'dim',
        `~ ${countOf(summary.extrapolated, 'threshold')} extrapolated: the profile has no contexts of that shape`,
      ),
    );
  }
  if (record.labelled) {
    for (const label of ['attack', 'benign'] as const) {
      const { contexts, flagged } = record.labelled[label];
      const rate = contexts === 0 ? '' : ` (${formatPercent(flagged / contexts)})`;
      lines.push(`labelled ${label}: ${formatCount(flagged)} of ${formatCount(contexts)} flagged${rate}`);
    }
  }
  return lines;
}
