import { describe, expect, it } from 'vitest';
import { contextOf, questionsOf, scoresOf } from '../../bench/calibration/shared-data.ts';
import { conformalThreshold, scoreSample, shapeThreshold } from '../../src/calibration/index.ts';
import { loadPrecomputed } from '../../src/encoders/precomputed/load-files.ts';
import { sharedIsAbsent, sharedPath } from '../shared/shared-data.ts';
import { mean, seeded } from './random.ts';

const DETECTORS = ['spectral-gap', 'conductance', 'modularity', 'hybrid'];
const FPR = 0.05;
const SPLITS = 100;
const SHAPES = { 6: { documents: 2, sentences: 6 }, 10: { documents: 2, sentences: 10 } } as const;

describe.skipIf(sharedIsAbsent('embeddings/all-mpnet-base-v2.f32'))('real contexts of another size', () => {
  it.each([4, 8])(
    'k = %i: one profile keeps its rate in all four cells of R = 6 and 10, where a frozen threshold does not',
    async (k) => {
      const encoder = await loadPrecomputed(`${sharedPath('embeddings')!}/all-mpnet-base-v2`);
      const questions = ['hotpotqa', 'musique'].flatMap((source) => questionsOf(sharedPath('')!, source, 5));
      const scoresAt = (sentences: number) =>
        scoresOf(
          questions.map((q) =>
            contextOf(
              q.question,
              q.supporting.map((s) => s.slice(0, sentences)),
            ),
          ),
          DETECTORS,
          { encoder, k, backend: 'js' },
        );
      const all = { 6: await scoresAt(3), 10: await scoresAt(5) };
      const known = questions.map((_, i) => i).filter((i) => !Number.isNaN(all[6].hybrid[i] + all[10].hybrid[i]));
      expect(known.length).toBeGreaterThan(60);
      const samplingError = 2 * Math.sqrt((FPR * (1 - FPR)) / known.length);
      for (const name of DETECTORS) {
        const random = seeded(6);
        const rates: Record<string, number[]> = {};
        const note = (cell: string, rate: number) => {
          rates[cell] = [...(rates[cell] ?? []), rate];
        };
        for (let split = 0; split < SPLITS; split++) {
          const order = known
            .map((i) => ({ i, at: random() }))
            .sort((a, b) => a.at - b.at)
            .map(({ i }) => i);
          const [calibration, test] = [order.slice(0, order.length / 2), order.slice(order.length / 2)];
          const group = (size: 6 | 10) => ({
            ...SHAPES[size],
            ...scoreSample(calibration.map((i) => all[size][name][i])),
          });
          const groups = [group(6), group(10)];
          for (const from of [6, 10] as const) {
            for (const to of [6, 10] as const) {
              const above = (threshold: number) =>
                test.filter((i) => all[to][name][i] > threshold).length / test.length;
              const frozen = conformalThreshold([from === 6 ? groups[0] : groups[1]], FPR).threshold;
              note(`frozen ${from}→${to}`, above(frozen));
              note(`own ${from}→${to}`, above(shapeThreshold(groups, SHAPES[to], FPR).threshold));
            }
          }
        }
        for (const cell of ['6→6', '6→10', '10→6', '10→10']) {
          expect(mean(rates[`own ${cell}`]), `${name} ${cell}`).toBeLessThanOrEqual(FPR + samplingError);
        }
        if (k === 4) expect(mean(rates['frozen 6→10']), name).toBeGreaterThan(3 * FPR);
      }
    },
  );
});
