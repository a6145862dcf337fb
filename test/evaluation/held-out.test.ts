import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Encoder } from '../../src/encoders/encoder.ts';
import { Study, type StudyInput } from '../../src/evaluation/experiments/index.ts';
import { foldOf, HeldOutEncoder, loadHeldOutTables } from '../../src/evaluation/held-out/index.ts';
import { nodeEnvironment } from '../../src/node-environment.ts';
import { madeUpRows, wordEncoder } from './made-up-rows.ts';

const OPTIONS = { seed: 1, k: 4, alpha: 0.4, sentences: 3, fpr: [0.05], draws: 2, splits: 4, resamples: 8 };
const ROWS = madeUpRows(40);

function studyWith(encoders: Encoder[], changes: Partial<StudyInput> = {}): Study {
  return new Study({
    dataset: 'towns',
    rows: ROWS,
    encoders,
    environment: nodeEnvironment,
    options: OPTIONS,
    ...changes,
  });
}

describe('folds', () => {
  it('are those of the training: the first four bytes of SHA-256, modulo', () => {
    // python: int.from_bytes(hashlib.sha256(b"row-0").digest()[:4], "big") % 2, and so on
    expect([0, 1, 2, 3, 4, 5].map((i) => foldOf(`row-${i}`, 2))).toEqual([1, 1, 1, 1, 0, 1]);
    expect(ROWS.map(({ id }) => foldOf(id, 3)).every((fold) => fold >= 0 && fold < 3)).toBe(true);
  });

  it('each text is encoded by the table of its fold alone', async () => {
    const folds = [wordEncoder(), wordEncoder()];
    const heldOut = new HeldOutEncoder(folds);
    const study = studyWith([heldOut]);
    const benign = await study.benign();
    await study.attack('replace');
    await study.attack('same-community');
    expect(benign.map((o) => o.row).sort((a, b) => a - b)).toEqual(ROWS.map((_, i) => i));
    for (const [fold, { asked }] of folds.entries()) {
      const own = new Set(
        ROWS.filter(({ id }) => heldOut.foldOf(id) === fold).flatMap((row) => [
          row.question,
          ...row.documents.flatMap((d) => d.sentences),
        ]),
      );
      expect(asked.length).toBeGreaterThan(0);
      for (const text of asked) expect(own.has(text)).toBe(true);
    }
  });

  it('attacks bring in documents of the same fold', async () => {
    const heldOut = new HeldOutEncoder([wordEncoder(), wordEncoder()]);
    const parts = await studyWith([heldOut]).attackContexts('replace');
    expect(parts).toHaveLength(2);
    parts.forEach((contexts, fold) => {
      for (const context of contexts) {
        const [place] = context.planted!;
        const owner = ROWS.find((row) =>
          row.documents.some((d) => d.title === context.documents[place].title && d.supporting),
        )!;
        expect(heldOut.foldOf(owner.id)).toBe(fold);
      }
    });
  });

  it('held out for comparison only, contexts are made by fold all the same', async () => {
    const folds = [wordEncoder(), wordEncoder()];
    const heldOut = new HeldOutEncoder(folds);
    const study = studyWith([wordEncoder(), heldOut]);
    const compared = await study.attack('replace', { encoder: heldOut });
    expect(compared).toHaveLength((await studyWith([heldOut]).attack('replace')).length);
    expect(folds.every(({ asked }) => asked.length > 0)).toBe(true);
  });

  it('says on what a result rests', async () => {
    const table = await nodeEnvironment.loadStaticEncoder();
    expect(studyWith([table]).basis('x')).toContain('trained on public multi-hop questions');
    const basis = studyWith([new HeldOutEncoder([table, table])]).basis('x');
    expect(basis).toContain('(held out, 2 folds)');
    expect(basis).not.toContain('trained on');
    expect(studyWith([wordEncoder()]).basis('x')).not.toContain('trained on');
  });
});

describe('a held-out encoder', () => {
  it('refuses one table, and tables of two recipes', () => {
    expect(() => new HeldOutEncoder([wordEncoder()])).toThrowError(expect.objectContaining({ code: 'OPTION_INVALID' }));
    const wider = { ...wordEncoder(), dimension: 64 };
    expect(() => new HeldOutEncoder([wordEncoder(), wider])).toThrowError(
      expect.objectContaining({ code: 'DIMENSION_MISMATCH' }),
    );
  });

  it('answers nobody who does not say which fold', async () => {
    await expect(new HeldOutEncoder([wordEncoder(), wordEncoder()]).encode()).rejects.toMatchObject({
      code: 'ENCODER_FAILED',
    });
  });
});

describe('held-out tables', () => {
  let folder: string;
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are read until there is no further fold', async () => {
    folder = mkdtempSync(join(tmpdir(), 'topoguard-folds-'));
    await expect(loadHeldOutTables(folder)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      location: { file: join(folder, 'fold-0.bin') },
    });
    writeFileSync(join(folder, 'fold-0.bin'), 'no table');
    await expect(loadHeldOutTables(folder)).rejects.toMatchObject({
      code: 'ENCODER_FAILED',
      location: { file: join(folder, 'fold-0.bin') },
    });
  });
});
