/**
 * Makes a group one stop of the Tab key: arrow keys, Home and End move inside it (WAI-ARIA Authoring Practices, roving
 * tabindex).
 */
export function rovingFocus(items: readonly (HTMLElement | SVGElement)[]): void {
  items.forEach((item, index) => {
    item.setAttribute('tabindex', index === 0 ? '0' : '-1');
    item.addEventListener('keydown', (event) => {
      const to = destination((event as KeyboardEvent).key, index, items.length);
      if (to === null) return;
      event.preventDefault();
      event.stopPropagation();
      items[to].focus();
    });
    item.addEventListener('focus', () => {
      for (const other of items) other.setAttribute('tabindex', other === item ? '0' : '-1');
    });
  });
}

function destination(key: string, index: number, count: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowDown') return (index + 1) % count;
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (index + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}
