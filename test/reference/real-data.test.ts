import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  calibrate,
  createGuard,
  DocumentFrequencies,
  type Encoder,
  loadPrecomputed,
  type Profile,
} from '../../src/index.ts';
import { type Context, STOP_WORDS } from '../../src/text/index.ts';
import { sharedIsAbsent, sharedPath, sharedRows } from '../shared/shared-data.ts';

interface Golden {
  signals: string[];
  contexts: { row: number; kind: 'benign' | 'replace'; ascii: boolean; degenerate: boolean; values: number[] }[];
}

/** Signals that read words or entities: equal to the reference by definition on ASCII texts only. */
const TEXTUAL = new Set(['entity-overlap', 'hybrid', 'pairwise-hybrid', 'entity-link', 'query-echo']);
/** Not unique where λ₂ is a repeated eigenvalue. */
const CUTS = new Set(['conductance', 'conductance-sweep', 'pairwise-conductance']);

const golden: Golden = JSON.parse(readFileSync(new URL('hotpotqa-mpnet.json', import.meta.url), 'utf8'));

describe.skipIf(sharedIsAbsent('embeddings'))('HotpotQA with MPNet vectors', () => {
  let encoder: Encoder;
  let contexts: Context[];
  let frequencies: DocumentFrequencies;
  let profile: Profile;

  beforeAll(async () => {
    encoder = await loadPrecomputed(sharedPath('embeddings')!.concat('/all-mpnet-base-v2'));
    const rows = sharedRows('hotpotqa')
      .map((row) => ({
        question: row.question,
        documents: row.docs.filter((d) => d.supporting && d.sentences.length >= 3).map((d) => d.sentences.slice(0, 3)),
      }))
      .filter((row) => row.documents.length >= 2)
      .map((row) => ({ ...row, documents: row.documents.slice(0, 2) }))
      .filter((row) => hasVectors(encoder, [row.question, ...row.documents.flat()]));
    const counts = new Map<string, number>();
    for (const sentences of rows.flatMap((row) => row.documents)) {
      for (const word of referenceWords(sentences.join(' '))) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    frequencies = DocumentFrequencies.fromCounts('hotpotqa', 2 * rows.length, counts);
    contexts = golden.contexts.map(({ row, kind }) => ({
      query: rows[row].question,
      documents: [
        rows[row].documents[0],
        kind === 'benign' ? rows[row].documents[1] : rows[(row + 17) % rows.length].documents[0],
      ].map((sentences) => ({ sentences })),
    }));
    const benign = contexts.filter((_, i) => golden.contexts[i].kind === 'benign');
    ({ profile } = await calibrate(benign, {
      encoder,
      detector: 'hybrid',
      entityUnit: 'name',
      documentFrequencies: frequencies,
      fpr: 0.01,
    }));
  });

  it.each(['native', 'js', 'reference'] as const)(
    'gives the signals of the numpy reference to 1e-6 on %s',
    async (backend) => {
      const guard = await createGuard({
        encoder,
        profile,
        backend,
        documentFrequencies: frequencies,
        signals: 'all',
      }).catch((error) => {
        if (backend === 'native' && process.env.TOPOGUARD_REQUIRE_NATIVE !== '1') return null;
        throw error;
      });
      if (guard === null) return;
      let compared = 0;
      contexts.forEach((context, c) => {
        const { signals, shape } = guard.screenSync(context);
        const expected = golden.contexts[c];
        // A few rows hold a sentence without letters or digits, which the product leaves out of the graph.
        if (shape.sentences !== 6) return;
        golden.signals.forEach((name, s) => {
          if (TEXTUAL.has(name) && !expected.ascii) return;
          if (CUTS.has(name) && expected.degenerate) return;
          expect(Math.abs(signals[name] - expected.values[s]), `${name} of context ${c}`).toBeLessThan(1e-6);
          compared++;
        });
      });
      expect(compared).toBeGreaterThan(8000);
    },
  );

  it('p-values follow from the profile', async () => {
    const guard = await createGuard({ encoder, profile, documentFrequencies: frequencies });
    const { scores } = profile.groups.find((g) => g.sentences === 6)!;
    expect(scores.length).toBeGreaterThan(300);
    for (const context of contexts) {
      const { score, pValue, threshold, verdict, shape } = guard.screenSync(context);
      if (shape.sentences !== 6) continue;
      const atLeast = scores.filter((s) => s >= score!).length;
      expect(pValue).toBeCloseTo((1 + atLeast) / (scores.length + 1), 12);
      expect(verdict).toBe(score! > threshold! ? 'flag' : 'pass');
    }
  });
});

/** The reference counts words of ASCII letters and digits only, in every document. */
function referenceWords(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter((word) => !STOP_WORDS.has(word)));
}

function hasVectors(encoder: Encoder, texts: string[]): boolean {
  try {
    encoder.encodeSync!(texts);
    return true;
  } catch {
    return false;
  }
}
