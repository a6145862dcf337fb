import { element } from './elements.ts';

/** One tooltip inside a positioned figure; it repeats what the element's accessible name says. */
export class Tooltip {
  readonly #figure: HTMLElement;
  readonly #box = element('div', { class: 'tip', role: 'tooltip', hidden: true });

  constructor(figure: HTMLElement) {
    this.#figure = figure;
    figure.append(this.#box);
  }

  /** Shows above a point of the figure, in its pixels, kept inside its width. */
  show(x: number, y: number, heading: string, text: string): void {
    this.#box.replaceChildren(element('b', {}, heading), text);
    this.#box.hidden = false;
    const width = this.#box.offsetWidth;
    const height = this.#box.offsetHeight;
    const left = Math.min(Math.max(0, x - width / 2), Math.max(0, this.#figure.clientWidth - width));
    const above = y - height - 20;
    this.#box.style.left = `${left}px`;
    this.#box.style.top = `${above < 0 ? y + 22 : above}px`;
  }

  hide(): void {
    this.#box.hidden = true;
  }
}
