const PAGE = 100;

interface Row {
  element: HTMLTableRowElement;
  link: HTMLAnchorElement | null;
  index: number;
  rank: number;
  verdict: string;
  /** What the search looks in, lower case. */
  searched: string;
  score: number;
}

/** The table of contexts: filter, search, order, and showing it a hundred rows at a time. */
export class ContextList {
  readonly #body: HTMLTableSectionElement;
  readonly #rows: Row[];
  #matching: Row[] = [];
  #limit = PAGE;
  #current: Row | null = null;
  readonly #byIndex = new Map<number, Row>();

  constructor(table: HTMLTableElement) {
    this.#body = table.tBodies[0];
    this.#rows = Array.from(this.#body.rows, (element, rank) => ({
      element,
      link: element.querySelector('a'),
      index: Number(element.dataset.index),
      rank,
      verdict: element.dataset.verdict ?? '',
      searched: (element.querySelector('th')?.textContent ?? '').toLowerCase(),
      score: numberIn(element.cells[2]?.textContent ?? ''),
    }));
    for (const row of this.#rows) this.#byIndex.set(row.index, row);
    this.#matching = this.#rows;
    this.#show();
  }

  /** Indices of the entries that can be opened, in the present order. */
  get openable(): number[] {
    return this.#matching.filter((r) => r.link).map((r) => r.index);
  }

  get matching(): number {
    return this.#matching.length;
  }

  get shown(): number {
    return Math.min(this.#limit, this.#matching.length);
  }

  get total(): number {
    return this.#rows.length;
  }

  apply(verdict: string, search: string, order: string): void {
    const wanted = search.trim().toLowerCase();
    const sorted = [...this.#rows];
    if (order === 'input') sorted.sort((a, b) => a.index - b.index);
    if (order === 'score') sorted.sort((a, b) => b.score - a.score || a.rank - b.rank);
    this.#matching = sorted.filter(
      (r) => (verdict === 'all' || r.verdict === verdict) && (wanted === '' || r.searched.includes(wanted)),
    );
    this.#limit = PAGE;
    this.#show();
  }

  showMore(): void {
    this.#limit += PAGE;
    this.#show();
  }

  /** Marks the row as the one that is open, and brings it into view inside its own scroll area. */
  mark(index: number, focus: boolean): void {
    const row = this.#byIndex.get(index);
    if (!row) return;
    this.#current?.element.removeAttribute('aria-current');
    row.element.setAttribute('aria-current', 'true');
    this.#current = row;
    const position = this.#matching.indexOf(row);
    if (position >= this.#limit) {
      this.#limit = Math.ceil((position + 1) / PAGE) * PAGE;
      this.#show();
    }
    this.#setTabStop();
    if (focus) row.link?.focus({ preventScroll: true });
    this.#scrollTo(row);
  }

  contains(index: number): boolean {
    return this.#byIndex.get(index)?.link != null;
  }

  name(index: number): string {
    return this.#byIndex.get(index)?.element.querySelector('.row-id')?.textContent ?? '';
  }

  #show(): void {
    const shown = this.#matching.slice(0, this.#limit);
    this.#body.replaceChildren(...shown.map((r) => r.element));
    this.#setTabStop();
  }

  /** One link is the stop of the Tab key: the open context's, or the first. */
  #setTabStop(): void {
    const shown = this.#matching.slice(0, this.#limit);
    const stop = this.#current && shown.includes(this.#current) ? this.#current : shown.find((r) => r.link);
    for (const row of shown) row.link?.setAttribute('tabindex', row === stop ? '0' : '-1');
  }

  #scrollTo(row: Row): void {
    const area = this.#body.closest<HTMLElement>('.list-scroll');
    if (!area || area.scrollHeight <= area.clientHeight) return;
    const box = row.element.getBoundingClientRect();
    const frame = area.getBoundingClientRect();
    const head = 36;
    if (box.top < frame.top + head) area.scrollTop -= frame.top + head - box.top;
    else if (box.bottom > frame.bottom) area.scrollTop += box.bottom - frame.bottom;
  }
}

function numberIn(text: string): number {
  const value = Number.parseFloat(text.replace('\u2212', '-'));
  return Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value;
}
