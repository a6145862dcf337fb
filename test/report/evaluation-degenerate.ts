import type { Exhibit } from '../../src/evaluation/types.ts';

/** Exhibits with too little to draw, or with values that cannot be drawn. */
export function degenerateExhibits(): Exhibit[] {
  const labels = { title: 'Degenerate', xLabel: 'x', yLabel: 'y' };
  const bad = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e308, -1e308];
  const lines = (points: { x: number; y: number; error?: number }[]): Exhibit[] => [
    { type: 'lines', ...labels, series: [{ name: 'a', points }] },
    { type: 'points', ...labels, series: [{ name: 'a', points }] },
  ];
  const map = (values: (number | null)[][]): Exhibit => ({
    type: 'heatmap',
    ...labels,
    x: ['a', 'b'],
    y: ['c'],
    values,
  });
  const shapes = (series: number[][]): Exhibit => ({
    type: 'histogram',
    title: 'Degenerate',
    xLabel: 'x',
    series: series.map((values, i) => ({ name: `s${i}`, values })),
  });
  const bars = (values: number[]): Exhibit => ({
    type: 'bars',
    ...labels,
    bars: values.map((value, i) => ({ name: `b${i}`, value, error: i === 0 ? Number.NaN : -1 })),
  });
  return [
    { type: 'table', title: 'Degenerate', columns: [], rows: [] },
    { type: 'table', title: 'Degenerate', columns: ['a'], rows: [] },
    { type: 'table', title: 'Degenerate', columns: ['a'], rows: [[1, 2], [], [null], bad] },
    { type: 'lines', ...labels, series: [] },
    { type: 'lines', ...labels, series: [{ name: 'a', points: [] }] },
    ...lines([{ x: 1, y: 1, error: 0 }]),
    ...lines([{ x: 0, y: 0 }]),
    ...lines(bad.map((v) => ({ x: v, y: 1, error: v }))),
    ...lines([...bad.map((v) => ({ x: 1, y: v })), ...bad.map((v) => ({ x: 1, y: 2, error: v }))]),
    ...lines([5e-324, 1e-320, 1e-12].map((v) => ({ x: v, y: v }))),
    ...lines([1e20, -1e149, 3].map((v) => ({ x: v, y: v, error: 1e140 }))),
    bars([]),
    bars([0]),
    bars([0, 0]),
    bars(bad),
    bars([-2, -3, ...bad]),
    { type: 'heatmap', ...labels, x: [], y: [], values: [] },
    map([[null, null]]),
    map([bad.slice(0, 2)]),
    map([[3, 3]]),
    map([[-1e308, 1e308]]),
    map([[5e-324, 1]]),
    map([]),
    shapes([]),
    shapes([[]]),
    shapes([[], [1, 2]]),
    shapes([[4]]),
    shapes([[4, 4, 4]]),
    shapes([bad]),
    shapes([[1, Number.NaN], [2], [3], [4], []]),
    shapes([[-1e149, 1e149]]),
  ];
}
