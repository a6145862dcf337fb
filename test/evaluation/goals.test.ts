import { describe, expect, it } from 'vitest';
import { GOAL_TABLE, type GoalRow } from '../../src/evaluation/experiments/goal-table.ts';
import { goalText, judgeGoal } from '../../src/evaluation/experiments/goal-verdict.ts';
import type { Estimate, Performance } from '../../src/evaluation/experiments/performance.ts';
import { ATTACKS } from '../../src/evaluation/index.ts';

const FPR = [0.01, 0.05];
const estimate = (mean: number, sd = 0.01): Estimate => ({ mean, sd });
function reached(attack: string, auroc: Estimate, recall: Estimate | null, named: Estimate | null = null): Performance {
  return {
    detector: 'composite',
    attack,
    contexts: 100,
    benign: 100,
    auroc,
    named,
    recall: [recall, null],
    fpr: [null, null],
  };
}
const row = (goal: NonNullable<GoalRow['goals']>['hotpotqa']): GoalRow => ({
  attack: 'replace',
  goals: { hotpotqa: goal! },
});
const noneOf = () => undefined;
const judged = (goal: GoalRow, own: Performance) => judgeGoal(goal, own, noneOf, FPR, 'hotpotqa');

describe('a goal', () => {
  const goal = row({ auroc: 99.7, recall: 92 });

  it('is reached where every number is', () => {
    expect(judged(goal, reached('replace', estimate(0.998), estimate(0.93)))).toEqual({
      text: '99.7 / 92',
      verdict: 'yes',
    });
    // As printed: 99.66 is 99.7.
    expect(judged(goal, reached('replace', estimate(0.9966), estimate(0.92))).verdict).toBe('yes');
  });

  it('is within error where no more than one standard error is missing', () => {
    expect(judged(goal, reached('replace', estimate(0.998), estimate(0.9, 0.03))).verdict).toBe('within error');
    expect(judged(goal, reached('replace', estimate(0.998), estimate(0.9, 0.01))).verdict).toBe('no');
    expect(judged(goal, reached('replace', estimate(0.99, 0.001), estimate(0.99))).verdict).toBe('no');
    expect(judged(goal, reached('replace', estimate(0.99, 0), estimate(0.99))).verdict).toBe('no');
  });

  it('counts the document that is named', () => {
    const hard = row({ auroc: 90, recall: 60, named: 97 });
    const own = (named: number) => reached('replace', estimate(0.95), estimate(0.7), estimate(named, 0.001));
    expect(judged(hard, own(0.98))).toEqual({ text: '90 / 60 / 97', verdict: 'yes' });
    expect(judged(hard, own(0.9)).verdict).toBe('no');
  });

  it('is not judged where there is none, or no number', () => {
    expect(judgeGoal(goal, reached('replace', estimate(1), estimate(1)), noneOf, FPR, 'musique')).toEqual({
      text: null,
      verdict: null,
    });
    expect(judgeGoal(goal, reached('replace', estimate(1), estimate(1)), noneOf, FPR, null).text).toBeNull();
    expect(judged(goal, reached('replace', estimate(0.5), null))).toEqual({ text: '99.7 / 92', verdict: null });
    expect(
      judgeGoal(goal, reached('replace', estimate(1), estimate(1)), noneOf, [0.05], 'hotpotqa').verdict,
    ).toBeNull();
  });

  it('can be another row, but for some points', () => {
    const near: GoalRow = { attack: 'tail', near: { attack: 'replace', points: 5 } };
    const tail = (recall: number) => reached('tail', estimate(0.96, 0.001), estimate(recall, 0.001));
    const replace = reached('replace', estimate(0.99), estimate(0.8));
    const verdict = (recall: number) =>
      judgeGoal(near, tail(recall), (attack) => (attack === 'replace' ? replace : undefined), FPR, null);
    expect(verdict(0.75)).toEqual({ text: 'replace − 5', verdict: 'yes' });
    expect(verdict(0.74).verdict).toBe('no');
  });

  it('reads as AUROC / recall / named', () => {
    expect([goalText({ recall: 92 }), goalText({ auroc: 95 }), goalText({ auroc: 92, recall: 60, named: 93 })]).toEqual(
      ['– / 92', '95 / –', '92 / 60 / 93'],
    );
  });
});

it('the table names attacks that there are, each once a shape', () => {
  const names = new Set(ATTACKS.map(({ name }) => name));
  for (const { rows } of GOAL_TABLE) {
    const attacks = rows.map(({ attack }) => attack);
    expect(attacks.filter((attack) => !names.has(attack))).toEqual([]);
    expect(new Set(attacks).size).toBe(attacks.length);
    const first = GOAL_TABLE[0].rows.map(({ attack }) => attack);
    for (const { near } of rows) if (near) expect(first).toContain(near.attack);
  }
  expect(new Set(GOAL_TABLE.map(({ name }) => name)).size).toBe(GOAL_TABLE.length);
});
