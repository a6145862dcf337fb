import { splitHidden } from './hidden-characters.ts';

/** Text that is HTML already. Only `html`, `join` and `trusted` make it, so what comes from documents is always escaped. */
export class Markup {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
  toString(): string {
    return this.source;
  }
}

type Insertable = string | number | Markup | null | undefined | false | readonly Markup[];

/** Template tag: every inserted value is escaped for element content and quoted attributes, unless it is Markup. */
export function html(strings: TemplateStringsArray, ...values: readonly Insertable[]): Markup {
  let source = strings[0];
  for (let i = 0; i < values.length; i++) source += insert(values[i]) + strings[i + 1];
  return new Markup(source);
}

/** Marks a constant of this package (style sheet, script, icon) as HTML. Never for anything that was read. */
export function trusted(source: string): Markup {
  return new Markup(source);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => ESCAPES[c]);
}

/** Foreign text: isolated from the direction of its surroundings, hidden characters shown by their code. */
export function foreign(text: string): Markup {
  const pieces = splitHidden(text).map((piece) =>
    typeof piece === 'string'
      ? escapeHtml(piece)
      : `<span class="hidden-character" title="${escapeHtml(piece.name)}">${escapeHtml(piece.label)}</span>`,
  );
  return new Markup(`<bdi>${pieces.join('')}</bdi>`);
}

function insert(value: Insertable): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Markup) return value.source;
  if (typeof value === 'object') return value.map((m) => m.source).join('');
  return escapeHtml(String(value));
}
