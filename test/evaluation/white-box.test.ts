import { beforeAll, describe, expect, it } from 'vitest';
import { detectorNamed } from '../../src/detectors/index.ts';
import { Study, type StudyInput } from '../../src/evaluation/experiments/index.ts';
import { planContext } from '../../src/evaluation/index.ts';
import { randomFor } from '../../src/evaluation/random.ts';
import { evaluate } from '../../src/evaluation/run.ts';
import {
  type Best,
  CANDIDATES,
  combine,
  contextOf,
  keptNames,
  type Opponent,
  STRATEGIES,
  type Target,
  tryStrategy,
} from '../../src/evaluation/white-box/index.ts';
import type { Screener } from '../../src/guard/index.ts';
import { nodeEnvironment } from '../../src/node-environment.ts';
import { madeUpRows } from './made-up-rows.ts';

const OPTIONS = { seed: 1, k: 4, alpha: 0.4, sentences: 3, fpr: [0.05, 0.1], draws: 1, splits: 4, resamples: 8 };
let input: StudyInput;
let target: Target;
let screener: Screener;
let opponent: Opponent;
beforeAll(async () => {
  input = {
    dataset: 'towns',
    rows: madeUpRows(30),
    encoders: [await nodeEnvironment.loadStaticEncoder()],
    environment: nodeEnvironment,
    options: OPTIONS,
  };
  const study = new Study(input);
  const material = await study.material();
  const row = material.rows[3];
  const plan = planContext(material, row)!;
  const payloads = [...material.pool.supporting].filter((d) => !material.pool.belongsTo(d, row.row));
  target = { material, row, plan, victim: 1, names: keptNames(material, plan, 1), titles: ['A', 'B'], payloads };
  screener = await study.screener();
  const detector = detectorNamed('composite');
  const reference = detector.fit!(
    (await study.benign()).map((o) => o.values),
    1000,
  );
  opponent = { detector, score: (values) => detector.score(values, reference).score };
});

const strategy = (name: string) => STRATEGIES.find((s) => s.name === name)!;
const candidatesOf = (name: string) => strategy(name).candidates(target, randomFor(1, name));

describe('candidates', () => {
  it.each(STRATEGIES.map(({ name }) => name))('%s: contexts of the same shape, the kept document as it was', (name) => {
    const recipes = candidatesOf(name);
    expect(recipes.length).toBeGreaterThan(0);
    expect(recipes.length).toBeLessThanOrEqual(CANDIDATES);
    expect(candidatesOf(name)).toEqual(recipes);
    for (const recipe of recipes) {
      const { documents, query, planted } = contextOf(target, recipe);
      expect(query).toBe(target.row.question);
      expect(planted).toEqual([1]);
      expect(documents.map((d) => d.sentences!.length)).toEqual([3, 3]);
      const kept = target.material.pool.documents[target.plan.documents[0]].sentences;
      expect(documents[0].sentences).toEqual(
        recipe.token === undefined ? kept : kept.map((sentence) => `${sentence} ${recipe.token}`),
      );
    }
  });

  it('stuffing puts an eighth to all of the question’s words in front', () => {
    const words = target.row.question.replace('?', '').split(' ');
    const counts = new Set<number>();
    for (const recipe of candidatesOf('stuffing')) {
      const opening = recipe.opening!.replace(/\.$/, '').split(' ');
      counts.add(opening.length);
      expect(opening.every((word) => words.includes(word))).toBe(true);
      expect(contextOf(target, recipe).documents[1].sentences![0].startsWith(recipe.opening!)).toBe(true);
    }
    expect(Math.min(...counts)).toBe(1);
    expect(Math.max(...counts)).toBe(words.length);
  });

  it.each([
    ['names-1', 1],
    ['names-3', 3],
    ['names-all', Number.POSITIVE_INFINITY],
  ])('%s copies so many names', (name, count) => {
    expect(target.names.length).toBeGreaterThan(1);
    for (const { names } of candidatesOf(name)) expect(names).toHaveLength(Math.min(count, target.names.length));
  });
});

describe('the search', () => {
  it('finds the candidate with the lowest score', async () => {
    const [best] = await tryStrategy(screener, target, [opponent], strategy('replacement'), randomFor(1));
    const scores: number[] = [];
    for (const recipe of candidatesOf('replacement')) {
      const only = { ...strategy('replacement'), candidates: () => [recipe] };
      const [one] = await tryStrategy(screener, target, [opponent], only, randomFor(1));
      scores.push(one!.score);
    }
    expect(best!.score).toBe(Math.min(...scores));
  });

  it('combined is never worse for the attacker than what it starts from', async () => {
    for (const { name } of STRATEGIES) {
      const [start] = await tryStrategy(screener, target, [opponent], strategy(name), randomFor(1, name));
      const combined = await combine(screener, target, opponent, start!, randomFor(2));
      expect(combined.score).toBeLessThanOrEqual(start!.score);
    }
  });

  it('says so where no candidate can be screened', async () => {
    const empty = { ...strategy('replacement'), candidates: () => [] };
    expect(await tryStrategy(screener, target, [opponent], empty, randomFor(1))).toEqual([null] as (Best | null)[]);
  });
});

it('the experiment attacks every question once, and stronger attackers are found less', async () => {
  const file = await evaluate({ ...input, leftOut: [], experiments: ['white-box'] });
  const again = await evaluate({ ...input, leftOut: [], experiments: ['white-box'] });
  expect(again.results).toEqual(file.results);
  const of = (attack: string, detector = 'composite') =>
    file.results.find((m) => m.attack === attack && m.detector === detector)!;
  expect(of('replacement').contexts).toBe(30);
  for (const detector of ['composite', 'anchored', 'hybrid']) {
    const combined = of('combined', detector).recall5!;
    for (const { name } of STRATEGIES) expect(combined).toBeLessThanOrEqual(of(name, detector).recall5!);
    expect(of('replacement', detector).recall5!).toBeLessThanOrEqual(of('replace, one candidate', detector).recall5!);
  }
  const [table] = file.experiments[0].exhibits;
  if (table.type !== 'table') throw new Error('no table');
  const first = table.rows.map((row) => Number(String(row[3]).split(' ')[0]));
  expect(first).toEqual([...first].sort((a, b) => a - b));
}, 120_000);
