import type { Paint, Style } from '../terminal.ts';
import { padded, printable } from './display-width.ts';

export interface Column {
  title: string;
  width: number;
  align?: 'left' | 'right';
}

export interface Cell {
  text: string;
  style?: Style;
}

/** Characters of a cell that are looked at: more than any terminal shows. */
const MAX_CELL_CHARACTERS = 1000;

/** One row of a table whose column widths are fixed, so that rows can be written as they come. Cells may hold anything. */
export function tableRow(
  columns: readonly Column[],
  cells: readonly (Cell | string)[],
  gap: number,
  paint: Paint,
): string {
  const separator = ' '.repeat(gap);
  return columns
    .map((column, i) => {
      const cell = cells[i] ?? '';
      const { text, style } = typeof cell === 'string' ? { text: cell, style: undefined } : cell;
      const fitted = padded(printable(text.slice(0, MAX_CELL_CHARACTERS)), column.width, column.align);
      return style ? paint(style, fitted) : fitted;
    })
    .join(separator)
    .replace(/ +$/, '');
}

/** The row of titles. */
export function tableHeading(columns: readonly Column[], gap: number, paint: Paint): string {
  return tableRow(
    columns,
    columns.map((c) => ({ text: c.title, style: 'bold' as const })),
    gap,
    paint,
  );
}
