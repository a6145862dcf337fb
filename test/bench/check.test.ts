import { describe, expect, it } from 'vitest';
import type { Baseline } from '../../bench/check/baseline.ts';
import { compare, unmeasured } from '../../bench/check/compare.ts';

const baseline: Baseline = {
  format: 'topoguard-bench-baseline',
  version: 1,
  machine: 'here',
  ratioTolerance: 1.35,
  otherMachineTolerance: 2.5,
  instructionTolerance: 1.02,
  ratios: { native: 2, js: 4 },
  instructions: { compiler: 'c++ 12', counts: { analyze: 1000 } },
};
const counted = (instructions: number) => ({ compiler: 'c++ 12', counts: [{ id: 'analyze', instructions }] });
const judged = (value: number, machine = 'here') =>
  compare(baseline, [{ id: 'native', value }], null, machine).map((m) => m.judgement);

describe('the comparison with the baseline', () => {
  it('calls a ratio beyond the tolerance a regression, and one within it the same', () => {
    expect(judged(2 * 1.36)).toEqual(['regression']);
    expect(judged(2 * 1.34)).toEqual(['same']);
    expect(judged(2 / 1.36)).toEqual(['faster']);
  });

  it('is wider on another machine, and still ends', () => {
    expect(judged(2 * 1.36, 'there')).toEqual(['same']);
    expect(judged(2 * 2.6, 'there')).toEqual(['regression']);
  });

  it('holds instruction counts to their own tolerance on every machine', () => {
    const of = (instructions: number) => compare(baseline, [], counted(instructions), 'there')[0];
    expect(of(1021)).toMatchObject({ judgement: 'regression', factor: 1.021 });
    expect(of(1019)).toMatchObject({ judgement: 'same' });
  });

  it('tells what is new and what was not measured', () => {
    const moved = compare(baseline, [{ id: 'wasm', value: 1 }], null, 'here');
    expect(moved).toEqual([{ id: 'wasm', kind: 'ratio', before: null, now: 1, factor: null, judgement: 'new' }]);
    expect(unmeasured(baseline, moved)).toEqual(['native', 'js', 'analyze']);
  });
});
