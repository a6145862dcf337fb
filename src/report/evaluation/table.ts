import type { Exhibit } from '../../evaluation/types.ts';
import { revealHidden } from '../theme/hidden-characters.ts';
import { foreign, html, type Markup } from '../theme/html.ts';
import { nothingToDraw } from './figure.ts';
import { columnFormat } from './values.ts';
import { wordRoom } from './word-room.ts';

type TableExhibit = Extract<Exhibit, { type: 'table' }>;
type Cell = string | number | null | undefined;

/** More rows than this scroll under a heading that stays. */
const LONG = 16;
/** Text that is a number in print, e.g. "95.2 ± 0.3", "< 1 %" or "0.88–0.90". */
const NUMERIC_TEXT = /^[<>≤≥≈~]?\s*[−+-]?[\d.,]+(?:\s*(?:±|–|-|\/|of)\s*[−+-]?[\d.,]+)*\s*(?:%|ms|µs|s)?$/;

/** A table with numbers aligned at their points; rows that are short are filled up with dashes. */
export function tableExhibit(exhibit: TableExhibit): Markup {
  const width = exhibit.rows.reduce((w, row) => Math.max(w, row.length), exhibit.columns.length);
  if (width === 0 || exhibit.rows.length === 0) return nothingToDraw();
  const columns = Array.from({ length: width }, (_, c) => {
    const cells = exhibit.rows.map((row) => row[c]);
    const name = exhibit.columns[c] ?? '';
    const numeric = isNumeric(cells);
    const room = wordRoom(numeric ? [name] : [name, ...cells.filter((cell) => typeof cell === 'string')]);
    return { name, kind: `${numeric ? 'number' : 'text'} ${room}`, format: columnFormat(cells.filter(isNumber)) };
  });
  const content = (row: readonly Cell[], c: number): Markup => {
    const cell = row[c];
    if (cell === null || cell === undefined || cell === '') return html`—`;
    return typeof cell === 'number' ? html`${columns[c].format(cell)}` : foreign(cell);
  };
  return html`<div class="table-scroll${exhibit.rows.length > LONG && ' tall'}" role="region" aria-label="${revealHidden(exhibit.title)}" tabindex="0"><table class="data">
<thead><tr>${columns.map((c) => html`<th scope="col" class="${c.kind}">${foreign(c.name)}</th>`)}</tr></thead>
<tbody>
${exhibit.rows.map(
  (row) =>
    html`<tr>${columns.map(({ kind }, c) =>
      c === 0
        ? html`<th scope="row" class="${kind}">${content(row, c)}</th>`
        : html`<td class="${kind}">${content(row, c)}</td>`,
    )}</tr>\n`,
)}</tbody>
</table></div>
`;
}

function isNumeric(cells: readonly Cell[]): boolean {
  const given = cells.filter((c) => c !== null && c !== undefined && c !== '');
  return given.length > 0 && given.every((c) => typeof c === 'number' || NUMERIC_TEXT.test(c as string));
}

function isNumber(cell: Cell): cell is number {
  return typeof cell === 'number';
}
