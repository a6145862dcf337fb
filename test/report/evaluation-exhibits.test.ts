import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exhibit } from '../../src/evaluation/types.ts';
import { renderEvaluationReport } from '../../src/report/index.ts';
import { degenerateExhibits } from './evaluation-degenerate.ts';
import { elements, figure, textOf } from './evaluation-markup.ts';
import { sampleReport } from './evaluation-sample.ts';
import { tokenize } from './markup-reader.ts';

describe('exhibits', () => {
  it('have no number in their markup that is none, however little or large is given', () => {
    for (const exhibit of degenerateExhibits()) {
      const drawn = figure(exhibit);
      expect(drawn, JSON.stringify(exhibit)).not.toMatch(/NaN|Infinity|undefined|qNaN|\[object/);
      expect(drawn).toContain('Rests on: <bdi>ten contexts</bdi>');
      for (const { attributes } of elements(tokenize(`${drawn}</figure>`))) {
        for (const name of ['x', 'y', 'x1', 'x2', 'y1', 'y2', 'width', 'height']) {
          if (attributes[name] !== undefined) expect(attributes[name]).toMatch(/^-?\d+(\.\d+)?%?$/);
        }
      }
    }
  });

  it('hold for any numbers', () => {
    const number = fc.double();
    const point = fc.record({ x: number, y: number, error: number });
    fc.assert(
      fc.property(fc.array(point, { maxLength: 8 }), (points) => {
        const labels = { title: 't', xLabel: 'x', yLabel: 'y' };
        const numbers = points.map((p) => p.x);
        const drawn: Exhibit[] = [
          { type: 'lines', ...labels, series: [{ name: 'a', points }] },
          { type: 'bars', ...labels, bars: points.map((p, i) => ({ name: `${i}`, value: p.y, error: p.error })) },
          { type: 'heatmap', ...labels, x: numbers.map(String), y: ['r'], values: [numbers] },
          { type: 'histogram', title: 't', xLabel: 'x', series: [{ name: 'a', values: numbers }] },
        ];
        // The names of the map's columns are text, and may say NaN.
        for (const e of drawn) expect(figure(e).replace(/<bdi>.*?<\/bdi>/g, '')).not.toMatch(/NaN|Infinity|undefined/);
      }),
      { numRuns: 150 },
    );
  });

  it('say what is not drawn', () => {
    const series = [
      {
        name: 'a',
        points: [
          { x: 1, y: Number.NaN },
          { x: 2, y: 1 },
        ],
      },
    ];
    expect(figure({ type: 'lines', title: 't', xLabel: 'x', yLabel: 'y', series })).toContain('1 value is not finite');
    expect(figure({ type: 'lines', title: 't', xLabel: 'x', yLabel: 'y', series: [] })).toContain('No values to draw');
    const map = figure({ type: 'heatmap', title: 't', xLabel: 'x', yLabel: 'y', x: ['a'], y: ['b'], values: [[null]] });
    expect(map).toContain('n/a');
    expect(map).toContain('No cell has a value');
  });

  it('place points, curves and error bars where their values are', () => {
    const points = [0, 0.5, 1].map((v) => ({ x: v, y: v, error: v === 0.5 ? 0.25 : 0 }));
    const drawn = figure({ type: 'lines', title: 't', xLabel: 'x', yLabel: 'y', series: [{ name: 'a', points }] });
    const parts = elements(tokenize(`${drawn}</figure>`));
    const markers = parts.filter((t) => t.tag === 'use' && t.attributes.href === '#point-0' && t.attributes.y !== '7');
    expect(markers.map((m) => [m.attributes.x, m.attributes.y])).toEqual([
      ['0.00%', '240.0'],
      ['50.00%', '120.0'],
      ['100.00%', '0.0'],
    ]);
    expect(parts.find((t) => t.tag === 'polyline')?.attributes.points).toBe('0.0,240.0 500.0,120.0 1000.0,0.0');
    const bars = parts.filter((t) => t.attributes.class === 'error' && t.tag === 'line');
    expect(bars.map((b) => [b.attributes.x1, b.attributes.y1, b.attributes.y2])).toEqual([['50.00%', '60.0', '180.0']]);
  });

  it('go logarithmic over more than two decades, and say so', () => {
    const at = (...xs: number[]): string =>
      figure({
        type: 'points',
        title: 't',
        xLabel: 'x',
        yLabel: 'y',
        series: [{ name: 'a', points: xs.map((x) => ({ x, y: 1 })) }],
      });
    expect(at(0.1, 1, 10, 100)).toContain('(logarithmic)');
    expect(at(0, 1, 10, 100)).not.toContain('(logarithmic)');
    expect(at(2, 4, 8, 16)).not.toContain('(logarithmic)');
  });

  it('tell series apart by colour, dash and marker', () => {
    const series = Array.from({ length: 40 }, (_, i) => ({ name: `s${i}`, points: [{ x: 1, y: i }] }));
    const drawn = figure({ type: 'lines', title: 't', xLabel: 'x', yLabel: 'y', series });
    const signs = [...drawn.matchAll(/class="sign (s\d d\d)"[\s\S]*?href="#(point-\d)"/g)].map(
      (m) => `${m[1]} ${m[2]}`,
    );
    expect(signs).toHaveLength(40);
    expect(new Set(signs).size).toBe(40);
  });

  it('draw bars from 0 to their values, to either side', () => {
    const bars = [
      { name: 'up', value: 3 },
      { name: 'down', value: -1 },
    ];
    const drawn = figure({ type: 'bars', title: 't', xLabel: 'x', yLabel: 'y', bars });
    const rects = elements(tokenize(`${drawn}</figure>`)).filter((t) => t.attributes.class === 'bar');
    const [up, down] = rects.map((r) => ({
      x: Number.parseFloat(r.attributes.x),
      width: Number.parseFloat(r.attributes.width),
    }));
    expect(up.width / down.width).toBeCloseTo(3, 2);
    expect(down.x + down.width).toBeCloseTo(up.x, 1);
  });

  it('shade a map by value and print it', () => {
    const values = [[0, 4.5, 9]];
    const drawn = figure({
      type: 'heatmap',
      title: 't',
      xLabel: 'x',
      yLabel: 'y',
      x: ['a', 'b', 'c'],
      y: ['r'],
      values,
    });
    expect(drawn).toContain('<td class="q0">0.0</td><td class="q4">4.5</td><td class="q8">9.0</td>');
  });

  it('give histograms as shares of their series, overlaid up to three and apart beyond', () => {
    const of = (count: number): string =>
      figure({
        type: 'histogram',
        title: 't',
        xLabel: 'x',
        series: Array.from({ length: count }, (_, i) => ({ name: `s${i}`, values: [i, i + 1, i + 1, i + 2] })),
      });
    const plots = (source: string): number => source.split('class="plot').length - 1;
    expect(plots(of(3))).toBe(1);
    expect(plots(of(4))).toBe(4);
    const rows = [...of(1).matchAll(/<td class="number">([\d.]+)<\/td>/g)].map((m) => Number(m[1]));
    expect(rows.reduce((a, b) => a + b, 0)).toBeCloseTo(100, 1);
    expect(Math.max(...rows)).toBe(50);
  });

  it('align the numbers of a table, and keep the heading of a long one', () => {
    const short = figure({
      type: 'table',
      title: 't',
      columns: ['a', 'b', 'c'],
      rows: [
        ['x', 0.5, '95.2 ± 0.3'],
        ['y', 12, null],
      ],
    });
    expect(short).toMatch(
      /<td class="number room-\d+">0\.5<\/td><td class="number room-\d+"><bdi>95\.2 ± 0\.3<\/bdi><\/td>/,
    );
    expect(short).toMatch(/<td class="number room-\d+">12\.0<\/td><td class="number room-\d+">—<\/td>/);
    expect(short).not.toContain('tall');
    const long = figure({ type: 'table', title: 't', columns: ['a'], rows: Array.from({ length: 40 }, (_, i) => [i]) });
    expect(long).toContain('table-scroll tall');
  });

  it('work without experiments', () => {
    expect(textOf(renderEvaluationReport(sampleReport([])))).toContain('No experiment was run.');
  });
});
