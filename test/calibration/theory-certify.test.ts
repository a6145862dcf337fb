import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import type { Guard } from '../../src/guard/index.ts';
import type { Context } from '../../src/text/context.ts';
import { fakeResult, fakeServices } from '../cli/fake-services.ts';
import { fakeTerminal } from '../cli/streams.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'topoguard-certify-'));
});
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

/** A file of contexts with conductances from `low` on, a hundredth more each. */
function file(name: string, count: number, low: number, more: object[] = []): string {
  const contexts = Array.from({ length: count }, (_, i) => ({
    phi: low + i / 100,
    documents: [{ text: 'a' }, { text: 'b' }],
  }));
  const path = join(directory, name);
  writeFileSync(path, [...contexts, ...more].map((context) => JSON.stringify(context)).join('\n'));
  return path;
}

/** A guard that reads φ off the context; λ₂ = 2φ, the most that Cheeger allows. */
function services(signal = 'conductance-exact') {
  const made = fakeServices();
  const { createGuard } = made;
  made.createGuard = async (options) => {
    const guard = await createGuard(options);
    const screenBatch: Guard['screenBatch'] = async (contexts) =>
      contexts.map((context: Context) => {
        const phi = Number(context.phi);
        const score = 1 - Math.min(2 * phi, 1);
        return {
          ok: true,
          result: { ...fakeResult({ ...context, score }), signals: { 'spectral-gap': score, [signal]: 1 - phi } },
        };
      });
    return { ...guard, screenBatch };
  };
  return made;
}

async function certify(args: string[], made = services()) {
  const terminal = fakeTerminal();
  const code = await runProgram(['certify', ...args], terminal, made);
  return { code, out: terminal.stdout.text, err: terminal.stderr.text };
}

describe('topoguard certify', () => {
  it('estimates from one half, measures on the other, and says that it applies', async () => {
    const args = [file('benign', 41, 0.5), file('attacked', 5, 0), '--benign-quantile', '0', '--attack-quantile', '1'];
    const { code, out } = await certify([...args, '--sigma', '0.1', '--format', 'json']);
    expect(code).toBe(0);
    const found = JSON.parse(out);
    expect(found).toMatchObject({
      benign: { estimation: 21, measurement: 20, errors: 0, abstained: 0, bySweep: 0 },
      attacked: { estimation: 3, measurement: 2 },
      certificate: { applies: true },
      predicted: { n: 6, sigma: 0.1, constant: 1 },
      measured: {
        benignBelowEpsilon: { count: 0, of: 20 },
        attacksAboveDelta: { count: 0, of: 2 },
        certificate: { falsePositives: { count: 0, of: 20 }, detected: { count: 2, of: 2 } },
        calibrated: { detector: 'spectral-gap', fpr: 0.01 },
      },
    });
    expect(found.epsilon.value).toBeCloseTo(0.5, 9);
    expect(found.delta.value).toBeCloseTo(0.04, 9);
    expect(found.certificate.spectralThreshold).toBeCloseTo(0.04 + 0.25 / 4, 9);
    expect(found.predicted.errorBound).toBeCloseTo(Math.exp(-(6 * found.certificate.margin ** 2) / 0.01), 9);
  });

  it('says that it does not apply, why, and what the formula’s threshold comes to', async () => {
    const { code, out } = await certify([file('benign', 41, 0.3), file('attacked', 41, 0.1)]);
    expect(code).toBe(0);
    expect(out).toMatch(/does not apply/);
    expect(out).toMatch(/ε = 0\.3200 .*quantile 0\.05/);
    expect(out).toMatch(/ε ≥ 2√δ = 1\.\d+, more than any graph has/);
    expect(out).toMatch(/predicts nothing here/);
    expect(out).toMatch(/certificate’s threshold +0 % \(0 of 20\)/);
  });

  it('tells where conductance is only the sweep cut’s', async () => {
    const { out } = await certify([file('benign', 9, 0.5), file('attacked', 9, 0)], services('conductance-sweep'));
    expect(out).toMatch(/18 graphs of more than 12 sentences/);
  });

  it('names lines that cannot be read, and ends with 3', async () => {
    const broken = join(directory, 'broken');
    writeFileSync(
      broken,
      '{"phi":0.1,"documents":[{},{}]}\nnonsense\n{"phi":0.2,"documents":[{},{}]}\n{"documents":[{}]}\n',
    );
    const { code, out, err } = await certify([file('benign', 9, 0.5), broken, '--format', 'json']);
    expect(code).toBe(3);
    expect(err).toMatch(/JSON_INVALID .*broken:2/);
    expect(JSON.parse(out).attacked).toMatchObject({ estimation: 1, measurement: 1, errors: 1, abstained: 1 });
  });

  it.each([
    [['-', 'x'], /standard input is read once/],
    [['x'], /missing required argument 'attacked'/],
    [['x', 'y', '--sigma', '0'], /number above 0/],
    [['x', 'y', '--benign-quantile', '2'], /number from 0 to 1/],
  ])('%j: 2', async (args, message) => {
    const { code, err } = await certify(args);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });

  it('a file without attacks to compare: 2', async () => {
    const { code, err } = await certify([file('benign', 9, 0.5), file('attacked', 1, 0)]);
    expect([code, err]).toEqual([2, expect.stringMatching(/attacked contexts give 1 graphs to estimate from and 0/)]);
  });
});
