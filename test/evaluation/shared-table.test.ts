import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadPrecomputed } from '../../src/encoders/node.ts';
import { loadDataset } from '../../src/evaluation/datasets/index.ts';
import { evaluatedDetector, HYBRID_NAMES } from '../../src/evaluation/experiments/detectors.ts';
import { Study } from '../../src/evaluation/experiments/index.ts';
import { performances } from '../../src/evaluation/experiments/performance.ts';
import { mean } from '../../src/evaluation/metrics/index.ts';
import { nodeEnvironment } from '../../src/node-environment.ts';
import { sharedIsAbsent, sharedPath } from '../shared/shared-data.ts';

interface Table {
  contexts: number;
  'mean document gap': Record<string, number>;
  'AUROC % / recall % at 1% FPR': Record<string, Record<string, string>>;
}

/** Our names of the reference's rows; its modularity is the exact maximum, which Louvain nearly reaches. */
const ROWS: readonly (readonly [ours: string, theirs: string])[] = [
  ['spectral-gap', 'spectral-gap'],
  ['conductance', 'conductance'],
  ['modularity', 'modularity-exact'],
  [HYBRID_NAMES, 'hybrid'],
];

describe.skipIf(sharedIsAbsent('embeddings/all-mpnet-base-v2.f32')).each(['hotpotqa', 'musique'])(
  '%s with MPNet against the reference table',
  (name) => {
    let table: Table;
    let study: Study;
    // The body of a skipped suite runs all the same; what needs the data must wait.
    beforeAll(async () => {
      table = JSON.parse(readFileSync(sharedPath('reference/table.json')!, 'utf8'))[name];
      const data = await loadDataset(sharedPath(`data/${name}.jsonl.gz`)!);
      study = new Study({
        dataset: data.name,
        rows: data.rows,
        encoders: [await loadPrecomputed(`${sharedPath('embeddings')!}/all-mpnet-base-v2`)],
        environment: nodeEnvironment,
        options: { seed: 1, k: 4, alpha: 0.4, sentences: 3, fpr: [0.05], draws: 3, splits: 20, resamples: 100 },
      });
    });

    it('uses the same contexts, with the same document gaps', async () => {
      const benign = await study.benign();
      expect(benign).toHaveLength(table.contexts);
      for (const attack of ['benign', 'replace', 'random-padding', 'bridge']) {
        const set = attack === 'benign' ? benign : await study.attack(attack);
        const gap = mean(set.map((o) => o.values.signals['document-gap']));
        expect(Math.abs(gap - table['mean document gap'][attack])).toBeLessThan(0.02);
      }
    });

    it('detects as well, and less at k = 2', async () => {
      const sets = async (k: number) => [{ name: 'replace', observations: await study.attack('replace', { k }) }];
      for (const [ours, theirs] of ROWS) {
        const at = async (k: number) => {
          const benign = await study.benign({ k });
          const [p] = performances(evaluatedDetector(ours), benign, await sets(k), study.performanceOptions(benign));
          return 100 * p.auroc.mean;
        };
        const auroc = await at(4);
        const reference = Number.parseFloat(table['AUROC % / recall % at 1% FPR'][theirs].replace);
        // Another draw of the attacks: two standard deviations of it on the smaller data set.
        expect(Math.abs(auroc - reference)).toBeLessThan(name === 'hotpotqa' ? 1.5 : 2.5);
        expect(await at(2)).toBeLessThan(auroc);
      }
    });
  },
);
