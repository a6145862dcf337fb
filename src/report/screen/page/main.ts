import { formatCount } from '../../theme/numbers.ts';
import type { ContextDetail, Payload } from '../payload.ts';
import { ContextList } from './context-list.ts';
import { type DetailView, detailView } from './detail-view.ts';
import { element } from './elements.ts';

/** Brings a written report to life: opens contexts, filters and searches them, and listens to the keyboard. */
function start(table: HTMLTableElement): void {
  const root = document.documentElement;
  const payload = JSON.parse(byId('report-data').textContent ?? '') as Payload;
  const contexts = new Map<number, ContextDetail>(payload.contexts.map((c) => [c.index, c]));
  const list = new ContextList(table);
  const controls = byId('controls') as HTMLFormElement;
  const search = byId('search') as HTMLInputElement;
  const order = byId('order') as HTMLSelectElement;
  const pane = byId('detail-pane');
  const body = element('article', { 'aria-labelledby': 'detail-heading' });
  const position = element('span', { class: 'position', role: 'status' });
  const back = button('Back', 'back');
  const previous = button('← Previous');
  const next = button('Next →');
  const bar = element('div', { class: 'detail-bar no-print' }, back, previous, next, position);
  pane.append(bar, body);
  let open: number | null = null;
  let view: DetailView | null = null;

  const wide = window.matchMedia('(min-width: 1000px)');
  const updateBar = (): void => {
    const order = list.openable;
    const at = open === null ? -1 : order.indexOf(open);
    position.textContent = at < 0 ? '' : `${formatCount(at + 1)} of ${formatCount(order.length)}`;
    previous.disabled = at <= 0;
    next.disabled = at < 0 ? order.length === 0 : at === order.length - 1;
    byId('list-count').textContent =
      list.matching === 0 ? 'No context matches' : `${formatCount(list.shown)} of ${formatCount(list.matching)} shown`;
    byId('show-more').hidden = list.shown >= list.matching;
  };

  const show = (index: number, options: { focus: 'list' | 'heading' | 'none'; reading: boolean }): void => {
    const detail = contexts.get(index);
    if (!detail) return;
    const hadFocus = body.contains(document.activeElement);
    open = index;
    view = detailView(detail, detail.id || list.name(index), payload.benign);
    body.replaceChildren(...view.content);
    pane.hidden = false;
    if (options.reading) root.classList.add('reading');
    view.draw();
    list.mark(index, options.focus === 'list');
    if (options.focus === 'heading' || (hadFocus && options.focus === 'none'))
      view.heading.focus({ preventScroll: true });
    if (options.reading && !wide.matches) window.scrollTo(0, 0);
    updateBar();
  };
  const go = (index: number, focus: 'list' | 'heading' | 'none'): void => {
    const first = !root.classList.contains('reading');
    const url = `#context-${index}`;
    if (first && !wide.matches) history.pushState(null, '', url);
    else history.replaceState(null, '', url);
    show(index, { focus: wide.matches ? focus : 'heading', reading: true });
  };
  const step = (by: number): void => {
    const order = list.openable;
    if (order.length === 0) return;
    const at = open === null ? -1 : order.indexOf(open);
    const to = at < 0 ? 0 : Math.min(order.length - 1, Math.max(0, at + by));
    go(order[to], table.contains(document.activeElement) ? 'list' : 'none');
  };
  const leave = (): void => {
    root.classList.remove('reading');
    history.replaceState(null, '', location.pathname + location.search);
    if (open !== null) list.mark(open, true);
  };
  const applyControls = (): void => {
    const chosen = controls.querySelector<HTMLInputElement>('input[name=verdict]:checked');
    list.apply(chosen?.value ?? 'all', search.value, order.value);
    updateBar();
  };

  table.tBodies[0].addEventListener('click', (event) => {
    const row = (event.target as Element).closest('tr');
    const index = Number(row?.dataset.index);
    if (!row || !list.contains(index) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(index, 'list');
  });
  controls.addEventListener('input', applyControls);
  controls.addEventListener('submit', (event) => event.preventDefault());
  byId('show-more').addEventListener('click', () => {
    list.showMore();
    updateBar();
  });
  previous.addEventListener('click', () => step(-1));
  next.addEventListener('click', () => step(1));
  back.addEventListener('click', leave);
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target as HTMLElement;
    if (target === search) {
      if (event.key === 'Escape') table.querySelector<HTMLElement>('a[tabindex="0"]')?.focus();
      return;
    }
    if (target.tagName === 'SELECT') return;
    const inTable = table.contains(target);
    if (event.key === 'j' || (inTable && event.key === 'ArrowDown')) step(1);
    else if (event.key === 'k' || (inTable && event.key === 'ArrowUp')) step(-1);
    else if (event.key === '/') {
      if (!wide.matches) root.classList.remove('reading');
      search.focus();
    } else if (event.key === 'Escape' && root.classList.contains('reading') && !wide.matches) leave();
    else return;
    event.preventDefault();
  });

  const fromAddress = (): void => {
    const index = Number(/^#context-(\d+)$/.exec(location.hash)?.[1] ?? Number.NaN);
    if (contexts.has(index)) show(index, { focus: 'none', reading: true });
    else root.classList.remove('reading');
  };
  window.addEventListener('popstate', fromAddress);
  let frame = 0;
  new ResizeObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => view?.draw());
  }).observe(body);

  controls.hidden = false;
  byId('list-foot').hidden = false;
  root.classList.add('script');
  applyControls();
  fromAddress();
  if (open === null && list.openable.length > 0) show(list.openable[0], { focus: 'none', reading: false });
}

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the report has no #${id}`);
  return found;
}

function button(text: string, name = ''): HTMLButtonElement {
  return element('button', { type: 'button', class: `button ${name}`.trim() }, text);
}

const contexts = document.getElementById('context-table');
if (contexts) start(contexts as HTMLTableElement);
