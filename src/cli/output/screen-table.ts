import type { ScreenResult, SentenceRef, Verdict } from '../../guard/index.ts';
import type { InputPlace } from '../input/context-reader.ts';
import type { Paint, Style } from '../terminal.ts';
import { formatPValue, formatScore } from './numbers.ts';
import { type Column, tableHeading, tableRow } from './table.ts';

const VERDICT_STYLES: Readonly<Record<Verdict, Style>> = { pass: 'green', flag: 'red', abstain: 'yellow' };

/** From this many columns on, the last one says what stands out, or which two sentences are the weakest link. */
const WIDE = 96;
const MAX_ID_WIDTH = 48;

/** A table of results for a terminal of so many columns: widths depend on the terminal alone, so rows can stream. */
export interface ScreenTable {
  heading: string;
  row(place: InputPlace, result: ScreenResult): string;
}

export function screenTable(terminalColumns: number, paint: Paint): ScreenTable {
  const wide = terminalColumns >= WIDE;
  const gap = wide ? 2 : 1;
  const fixed: Column[] = [
    { title: 'verdict', width: 7 },
    { title: 'score', width: 7, align: 'right' },
    { title: wide ? 'threshold' : 'thresh.', width: wide ? 9 : 8, align: 'right' },
    { title: 'p', width: 6, align: 'right' },
    { title: wide ? 'docs×sents' : 'shape', width: wide ? 10 : 6, align: 'right' },
  ];
  const used = fixed.reduce((sum, column) => sum + column.width + gap, 0);
  const free = terminalColumns - used - gap;
  const link = wide ? Math.max(16, Math.floor(free * 0.5)) : 6;
  const id = Math.min(MAX_ID_WIDTH, free - link);
  const columns: Column[] = [
    { title: 'context', width: id },
    ...fixed,
    { title: wide ? 'finding' : 'link', width: wide ? link : 6, align: wide ? 'left' : 'right' },
  ];
  return {
    heading: tableHeading(columns, gap, paint),
    row: (place, result) =>
      tableRow(
        columns,
        [
          nameOf(place, result.id),
          { text: result.verdict, style: VERDICT_STYLES[result.verdict] },
          formatScore(result.score),
          `${result.extrapolated ? '~' : ''}${formatScore(result.threshold)}`,
          formatPValue(result.pValue),
          `${result.shape.documents}×${result.shape.sentences}`,
          wide ? finding(result) : linkStrength(result),
        ],
        gap,
        paint,
      ),
  };
}

/** How people find the context again: by its id, else by where it is. */
function nameOf(place: InputPlace, id: string | undefined): string {
  if (id !== undefined && id !== '') return id;
  if (place.line !== undefined) return `line ${place.line}`;
  return place.context === undefined ? place.file : `[${place.context}]`;
}

function linkStrength({ weakestLink }: ScreenResult): string {
  return weakestLink ? weakestLink.similarity.toFixed(3) : '–';
}

/** The document that stands out and why, else the weakest link, else why there is neither. */
function finding(result: ScreenResult): string {
  if (result.finding) {
    const { document, summary } = result.finding;
    return `${document.id ?? document.index}: ${summary}`;
  }
  const link = result.weakestLink;
  if (!link) return result.reason ?? '–';
  return `link ${link.similarity.toFixed(3)} ${sentenceName(link.from)} ~ ${sentenceName(link.to)}`;
}

/** `document:sentence`, both as in the result: ids where there are some, indices from 0. */
function sentenceName(ref: SentenceRef): string {
  return `${ref.documentId ?? ref.document}:${ref.sentence}`;
}
