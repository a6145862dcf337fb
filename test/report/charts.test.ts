import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutGraph, NODE_RADIUS } from '../../src/report/charts/graph-layout.ts';
import {
  extent,
  formatTick,
  histogram,
  midRank,
  rankAmong,
  rankInWords,
  roundTicks,
  scoreDistribution,
} from '../../src/report/index.ts';

const finite = fc.double({ min: -1e3, max: 1e3, noNaN: true });

describe('rank among benign values', () => {
  it('counts below and equal', () => {
    expect(rankAmong([1, 2, 2, 3], 2)).toEqual({ below: 1, equal: 2, total: 4 });
    expect(rankAmong([1, 2, 2, 3], 0)).toEqual({ below: 0, equal: 0, total: 4 });
    expect(rankAmong([1, 2, 2, 3], 9)).toEqual({ below: 4, equal: 0, total: 4 });
    expect(midRank({ below: 1, equal: 2, total: 4 })).toBe(0.5);
  });

  it('is null where nothing can be compared', () => {
    expect(rankAmong([], 1)).toBeNull();
    expect(rankAmong(undefined, 1)).toBeNull();
    expect(rankAmong([1], null)).toBeNull();
    expect(rankAmong([1], Number.NaN)).toBeNull();
  });

  it('agrees with counting one by one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1 }),
        fc.integer({ min: -1, max: 10 }),
        (values, v) => {
          const sorted = [...values].sort((a, b) => a - b);
          expect(rankAmong(sorted, v)).toEqual({
            below: values.filter((x) => x < v).length,
            equal: values.filter((x) => x === v).length,
            total: values.length,
          });
        },
      ),
    );
  });

  it('is said in words that do not overstate', () => {
    const words = (below: number, equal: number, total: number): string => rankInWords({ below, equal, total });
    expect(words(800, 0, 800)).toBe('higher than every benign context');
    expect(words(0, 0, 800)).toBe('lower than every benign context');
    expect(words(799, 0, 800)).toBe('higher than 99.9\u00a0% of benign contexts');
    expect(words(99_999, 0, 100_000)).toBe('higher than more than 99.9\u00a0% of benign contexts');
    expect(words(600, 0, 800)).toBe('higher than 75\u00a0% of benign contexts');
    expect(words(200, 0, 800)).toBe('lower than 75\u00a0% of benign contexts');
    expect(words(0, 8, 800)).toBe('as low as the lowest 1\u00a0% of benign contexts');
    expect(words(720, 80, 800)).toBe('as high as the highest 10\u00a0% of benign contexts');
    expect(words(0, 5, 5)).toBe('the same as every benign context');
  });
});

describe('histogram', () => {
  it('keeps every finite value, and puts an edge on the alignment', () => {
    fc.assert(
      fc.property(
        fc.array(finite, { minLength: 1, maxLength: 60 }),
        finite,
        fc.integer({ min: 2, max: 50 }),
        (values, align, bins) => {
          const h = histogram(values, { bins, align, domain: extent([...values, align]) });
          if (!h) throw new Error('no histogram');
          expect(h.counts.reduce((a, b) => a + b, 0)).toBe(values.length);
          expect(h.counts.length).toBeLessThanOrEqual(bins + 2);
          const above = h.counts.reduce((sum, c, b) => (h.start + (b + 0.5) * h.width > align ? sum + c : sum), 0);
          expect(above).toBe(values.filter((v) => v > align).length);
        },
      ),
    );
  });

  it('is null without finite values, and one bin for equal ones', () => {
    expect(histogram([], { bins: 5 })).toBeNull();
    expect(histogram([Number.NaN, Number.POSITIVE_INFINITY], { bins: 5 })).toBeNull();
    expect(histogram([2, 2, 2], { bins: 5 })?.counts.filter((c) => c > 0)).toEqual([3]);
  });

  it('has round ticks inside the range', () => {
    expect(roundTicks(0, 10, 5)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(roundTicks(-0.13, 0.31, 4).map((t) => formatTick(t, roundTicks(-0.13, 0.31, 4)))).toEqual(['0.0', '0.2']);
    expect(roundTicks(3, 3, 4)).toEqual([3]);
    expect(formatTick(-2, [-2, 0])).toBe('\u22122');
  });
});

describe('score distribution', () => {
  it('draws scores at the threshold as passed', () => {
    const source = String(scoreDistribution({ scores: [1, 2, 3], threshold: 2, thresholdLabel: 'threshold 2' }));
    expect(source).toContain('1 above the threshold, 2 at or below it');
    expect(source.match(/class="bar-flag"/g)).toHaveLength(1);
    expect(source.match(/class="bar-pass"/g)).toHaveLength(2);
  });

  it('is nothing without scores, and drawable for equal scores', () => {
    expect(scoreDistribution({ scores: [], threshold: 1, thresholdLabel: '' })).toBeNull();
    expect(String(scoreDistribution({ scores: [1, 1], threshold: 1, thresholdLabel: '' }))).not.toMatch(/NaN|Infinity/);
  });
});

describe('graph layout', () => {
  const graphs = fc.integer({ min: 1, max: 40 }).chain((n) =>
    fc.record({
      fiedler: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: n, maxLength: n }),
      document: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: n, maxLength: n }),
      edges: fc.array(
        fc.record({ i: fc.nat(n - 1), j: fc.nat(n - 1), weight: fc.double({ min: 0, max: 1, noNaN: true }) }),
        { maxLength: 3 * n },
      ),
      width: fc.constantFrom(260, 328, 420, 760),
    }),
  );

  it('keeps the parts apart, inside the drawing, and gives the same drawing again', () => {
    fc.assert(
      fc.property(graphs, ({ fiedler, document, edges, width }) => {
        const side = fiedler.map((v): 0 | 1 => (v >= 0 ? 0 : 1));
        const input = { fiedler, side, document, edges };
        const layout = layoutGraph(input, width);
        expect(layoutGraph(input, width)).toEqual(layout);
        layout.x.forEach((x, i) => {
          const reach = x + (side[i] === 0 ? NODE_RADIUS : -NODE_RADIUS);
          expect(side[i] === 0 ? reach < width / 2 : reach > width / 2).toBe(true);
          expect(x).toBeGreaterThanOrEqual(NODE_RADIUS);
          expect(x).toBeLessThanOrEqual(width - NODE_RADIUS);
          expect(layout.y[i]).toBeGreaterThanOrEqual(NODE_RADIUS);
          expect(layout.y[i]).toBeLessThanOrEqual(layout.height - NODE_RADIUS);
        });
      }),
      { numRuns: 60 },
    );
  });

  it('leaves no node on top of another', () => {
    fc.assert(
      fc.property(graphs, ({ fiedler, document, edges, width }) => {
        const side = fiedler.map((v): 0 | 1 => (v >= 0 ? 0 : 1));
        const { x, y } = layoutGraph({ fiedler, side, document, edges }, width);
        for (let i = 0; i < x.length; i++) {
          for (let j = 0; j < i; j++) expect(Math.hypot(x[i] - x[j], y[i] - y[j])).toBeGreaterThan(NODE_RADIUS);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('puts a node with a larger Fiedler magnitude further from the cut', () => {
    const layout = layoutGraph(
      { fiedler: [0.6, 0.1, -0.1, -0.6], side: [0, 0, 1, 1], document: [0, 0, 1, 1], edges: [] },
      600,
    );
    const [far, near, near2, far2] = layout.x;
    expect(far).toBeLessThan(near);
    expect(near2).toBeLessThan(far2);
  });

  it('uses the whole width where there is no cut, and spreads a disconnected graph', () => {
    const whole = layoutGraph({ fiedler: [-0.5, 0, 0.5], side: null, document: [0, 0, 0], edges: [] }, 600);
    expect(whole.cutX).toBeNull();
    expect(Math.max(...whole.x) - Math.min(...whole.x)).toBeGreaterThan(300);
    const apart = layoutGraph({ fiedler: [0, 0, 0, 0], side: [0, 0, 1, 1], document: [0, 0, 1, 1], edges: [] }, 600);
    expect(apart.x[0]).not.toBe(apart.x[1]);
  });
});
