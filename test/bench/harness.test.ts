import { describe, expect, it } from 'vitest';
import { goalsTable } from '../../bench/goals.ts';
import { alternate } from '../../bench/harness/alternate.ts';
import { fitLine, spreadOf } from '../../bench/harness/statistics.ts';
import { readCommand } from '../../bench/options.ts';
import { logScale } from '../../bench/report/log-scale.ts';
import { SUITES } from '../../bench/suites/index.ts';

describe('alternating rounds', () => {
  it('measures every side in every round, warm-up apart, and turns the order round', async () => {
    const calls: string[] = [];
    const side = (name: string, time: number) => ({
      name,
      measure: () => {
        calls.push(name);
        return time;
      },
    });
    const measured = await alternate([side('a', 2), side('b', 6)], { warmUp: 1, rounds: 2 });
    expect(calls).toEqual(['b', 'a', 'a', 'b', 'b', 'a']);
    expect(measured[1]).toMatchObject({ name: 'b', microseconds: { median: 6, rounds: 2 }, ratio: { median: 3 } });
  });

  it('takes ratios inside a round, so that a slow minute cancels', async () => {
    const speeds = [1, 10, 1, 10, 1];
    const side = (name: string, factor: number) => {
      let round = 0;
      return { name, measure: () => factor * speeds[round++] };
    };
    const measured = await alternate([side('a', 1), side('b', 4)], { warmUp: 0, rounds: 5 });
    expect(measured[1].ratio).toMatchObject({ median: 4, low: 4, high: 4, standardError: 0 });
  });
});

describe('statistics', () => {
  it('gives the quartiles and an error that a stray round does not move', () => {
    const calm = spreadOf([1, 2, 3, 4, 5]);
    expect(calm).toMatchObject({ median: 3, low: 2, high: 4 });
    expect(spreadOf([1, 2, 3, 4, 500]).standardError).toBe(calm.standardError);
  });

  it('fits a line with the error of its slope', () => {
    expect(fitLine([0, 1, 2, 3], [1, 3, 5, 7])).toEqual({ slope: 2, intercept: 1, slopeError: 0 });
    // Residuals ±1 about a flat line: s² = 4/2, Σ(x − x̄)² = 5.
    const noisy = fitLine([0, 1, 2, 3], [1, -1, -1, 1]);
    expect(noisy.slope).toBeCloseTo(0, 12);
    expect(noisy.slopeError).toBeCloseTo(Math.sqrt(2 / 5), 12);
  });
});

describe('the goals', () => {
  it('judges each bound in its own direction and tells what was not measured', () => {
    const rows = goalsTable([
      { id: 'backends/js÷native/n=6/d=768', unit: 'ratio', value: 2.4 },
      { id: 'event-loop/delay/p99', unit: 'ms', value: 9 },
    ]).rows;
    const verdicts = Object.fromEntries(rows.map((row) => [row[0], row[3]]));
    expect(verdicts['Typed JS ÷ native, n = 6']).toBe('no');
    expect(verdicts['Event-loop delay while 100,000 contexts are screened, 99 %']).toBe('yes');
    expect(verdicts['Typed JS ÷ native, n = 64']).toBe('—');
  });
});

describe('a logarithmic axis', () => {
  it('spaces equal factors equally', () => {
    const { at } = logScale([1, 10, 100], false);
    expect(at(10) - at(1)).toBeCloseTo(at(100) - at(10), 9);
  });

  it.each([[[6, 12]], [[0.9, 1.1]], [[4, 300]], [[1, 1e6]], [[5, 5]]])('has ticks inside for %j', (values) => {
    const { ticks } = logScale(values, false);
    expect(ticks.length).toBeGreaterThanOrEqual(1);
    expect(ticks.length).toBeLessThanOrEqual(8);
    for (const tick of ticks) expect(tick.position >= 0 && tick.position <= 100).toBe(true);
  });
});

describe('the command line', () => {
  const read = (...args: string[]) => readCommand(args, SUITES, {});

  it('runs all suites by default, and those asked for in their order', () => {
    expect(read().suites).toEqual(SUITES);
    expect(read('--only', 'numpy,backends').suites.map((s) => s.name)).toEqual(['backends', 'numpy']);
  });

  it.each([
    [['--only', 'nothing'], 'no suite nothing'],
    [['--contexts', '12'], '--contexts 12'],
    [['--llama-guard-url', 'http://localhost:1'], 'go together'],
    [['--llama-guard-api', 'telepathy'], '--llama-guard-api telepathy'],
  ])('refuses %j', (args, message) => {
    expect(() => read(...args)).toThrow(message);
  });
});
