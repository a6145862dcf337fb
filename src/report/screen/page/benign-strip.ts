import type { BenignHistogram } from '../payload.ts';
import { svgElement } from './elements.ts';

const HEIGHT = 30;

/** A value over the profile's benign values: small histogram, needle, and the threshold where there is one. */
export function benignStrip(bins: BenignHistogram, value: number, threshold: number | null, label: string): SVGElement {
  const end = bins.start + bins.counts.length * bins.width;
  const lo = Math.min(bins.start, value, threshold ?? value);
  const hi = Math.max(end, value, threshold ?? value);
  const at = (v: number): number => 2 + ((v - lo) / (hi - lo || 1)) * 96;
  const tallest = Math.max(...bins.counts);
  const base = HEIGHT - 4;
  return svgElement(
    'svg',
    { width: '100%', height: HEIGHT, role: 'img', 'aria-label': label },
    ...bins.counts.map((count, b) => {
      if (count === 0) return null;
      const x = at(bins.start + b * bins.width);
      // Square root: a few benign values far out stay visible beside the bulk.
      const high = Math.sqrt(count / tallest) * (base - 7);
      return svgElement('rect', {
        class: 'bar',
        x: percent(x),
        width: percent(at(bins.start + (b + 1) * bins.width) - x),
        y: (base - high).toFixed(1),
        height: high.toFixed(1),
      });
    }),
    svgElement('line', { class: 'base', x1: '0', x2: '100%', y1: base + 0.5, y2: base + 0.5 }),
    threshold === null
      ? null
      : svgElement('line', { class: 'limit', x1: percent(at(threshold)), x2: percent(at(threshold)), y1: 3, y2: base }),
    svgElement('line', { class: 'needle', x1: percent(at(value)), x2: percent(at(value)), y1: 5, y2: HEIGHT }),
    svgElement('circle', { class: 'head', cx: percent(at(value)), cy: 4, r: 4 }),
  );
}

function percent(value: number): string {
  return `${value.toFixed(2)}%`;
}
