import { beforeAll, describe, expect, it } from 'vitest';
import {
  type BackendName,
  calibrate,
  createGuard,
  DETECTOR_NAMES,
  type Encoder,
  type GuardOptions,
  mergeProfiles,
  type Profile,
  parseProfile,
  TopoGuardError,
} from '../../src/index.ts';
import { exampleContexts, toyContexts, toyEncoder } from './toy.ts';

const encoder = toyEncoder();
const benign = toyContexts(300);
/** The array with a hole where element i was. */
function holed<T>(array: T[], i: number): T[] {
  delete array[i];
  return array;
}

const thrownBy = async (action: () => unknown): Promise<TopoGuardError> => {
  try {
    await action();
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(TopoGuardError);
    return thrown as TopoGuardError;
  }
  return expect.unreachable();
};

describe('an encoder that gives the wrong amount', () => {
  let profile: Profile;
  beforeAll(async () => {
    ({ profile } = await calibrate(benign, { encoder, detector: 'pairwise-hybrid', fpr: 0.05 }));
  });

  it.each<[string, (exact: Float32Array) => unknown]>([
    ['a row short', (exact) => exact.subarray(0, exact.length - encoder.dimension)],
    ['ten rows short', (exact) => exact.subarray(0, exact.length - 10 * encoder.dimension)],
    ['a row too many', (exact) => Float32Array.from([...new Float32Array(encoder.dimension), ...exact])],
    ['bytes', (exact) => Int8Array.from(exact)],
    ['a plain array', (exact) => [...exact]],
    ['nothing', () => undefined],
  ])('%s: every context of the batch is an error, none a verdict', async (_name, spoil) => {
    const spoilt: Encoder = { ...encoder, encode: async (texts) => spoil(encoder.encodeSync(texts)) as Float32Array };
    const guard = await createGuard({ encoder: spoilt, profile });
    const entries = await guard.screenBatch(benign.slice(0, 6));
    expect(entries.map((entry) => (entry.ok ? 'ok' : entry.error.code))).toEqual(new Array(6).fill('ENCODER_FAILED'));
    expect((await thrownBy(() => guard.screen(benign[0]))).code).toBe('ENCODER_FAILED');
  });
});

describe('a batch', () => {
  it.each([undefined, null, 5, 'ab', {}, new Set(benign), { length: 2 }])(
    '%s is refused, not taken for empty',
    async (given) => {
      const guard = await createGuard();
      const error = await thrownBy(() => guard.screenBatch(given as never));
      expect(error.code).toBe('CONTEXT_INVALID');
      expect(error.message).toContain('not an array');
    },
  );

  it('with an element that cannot even be read loses only that one', async () => {
    const guard = await createGuard();
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const hostile = {
      get id() {
        throw new Error('no id for you');
      },
      documents: [],
    };
    const batch = [benign[0], proxy, hostile, undefined, benign[1]];
    const entries = await guard.screenBatch(holed([...batch, undefined, benign[2]], batch.length) as never);
    expect(entries.map((entry) => entry.ok)).toEqual([true, false, false, false, true, false, true]);
    for (const entry of entries) if (!entry.ok) expect(entry.error).toBeInstanceOf(TopoGuardError);
  });

  it('is that of the call, whatever becomes of the array', async () => {
    const guard = await createGuard();
    const batch = toyContexts(600);
    const pending = guard.screenBatch(batch);
    batch.length = 3;
    expect(await pending).toHaveLength(600);
  });
});

describe('vectors of the caller that are no vectors', () => {
  const vector = Array.from({ length: 32 }, (_, i) => i);
  const good = { embeddings: [vector] };
  it.each<[string, unknown, string]>([
    ['a hole among the documents', holed([good, undefined, good], 1), 'documents[1].embeddings'],
    ['a hole among the vectors', [good, { embeddings: holed([undefined, vector], 0) }], 'documents[1].embeddings[0]'],
    ['sentences that are text', [good, { embeddings: [vector], sentences: 'a' }], 'documents[1].sentences'],
    ['a sentence that is a number', [good, { embeddings: [vector], sentences: [5] }], 'documents[1].sentences[0]'],
    ['an id that is an object', [good, { embeddings: [vector], id: {} }], 'documents[1].id'],
    ['a string of the right length', [good, { embeddings: ['x'.repeat(32)] }], 'documents[1].embeddings[0]'],
    ['big integers', [good, { embeddings: [vector.map(BigInt)] }], 'documents[1].embeddings[0][0]'],
  ])('%s', async (_name, documents, place) => {
    const { profile } = await calibrate(benign, { encoder, detector: 'pairwise-spectral-gap', fpr: 0.05 });
    const guard = await createGuard({ encoder, profile });
    const error = await thrownBy(() => guard.screenEmbeddings({ documents } as never));
    expect(error.code).toBe('CONTEXT_INVALID');
    expect(error.location.field).toBe(place);
  });

  it('with long texts are bounded as contexts are', async () => {
    const { profile } = await calibrate(benign, { encoder, detector: 'pairwise-hybrid', fpr: 0.05 });
    const guard = await createGuard({ encoder, profile });
    const long = { embeddings: [vector], sentences: ['A '.repeat(100_000)] };
    const result = guard.screenEmbeddings({ documents: [long, { ...long }] });
    expect(result.notes.join()).toContain('was cut after 2000 characters');
  });
});

describe('options that are wrong', () => {
  it.each<[string, unknown, string]>([
    ['encoder', { encoder: 'openai:x' }, 'encoder'],
    ['encoder', { encoder: {} }, 'encoder'],
    ['encoder', { encoder: null }, 'encoder'],
    ['locale', { locale: 'xx!!' }, 'locale'],
    ['locale', { locale: 5 }, 'locale'],
    ['a limit that does not exist', { limits: { maxDocs: 5 } }, 'limits'],
    ['a limit too small for a character', { limits: { maxSentenceCharacters: 1 } }, 'limits.maxSentenceCharacters'],
  ])('%s', async (_name, options, field) => {
    const error = await thrownBy(() => createGuard(options as GuardOptions));
    expect(error.code).toBe('OPTION_INVALID');
    expect(error.location.field).toBe(field);
  });

  it('no options at all are the defaults, null is an error', async () => {
    expect((await createGuard()).encoder.id).toContain('static');
    expect((await thrownBy(() => createGuard(null as never))).code).toBe('OPTION_INVALID');
  });
});

describe('backends', () => {
  it('agree on verdicts where the threshold sits on a value that many contexts share', async () => {
    // Sentences that are all alike: λ₂ ≥ 1 and φ at its largest, up to the last digits of a solver.
    const alike = benign.map((context, i) => ({
      ...context,
      documents: context.documents.map((d) => ({ ...d, text: `${d.text!.split('. ')[0]}. `.repeat(2 + (i % 2)) })),
    }));
    for (const detector of DETECTOR_NAMES) {
      const { profile } = await calibrate(alike, { encoder, detector, fpr: 0.05, backend: 'js' });
      const verdicts = async (backend: BackendName) => {
        const guard = await createGuard({ encoder, profile, backend });
        return alike.slice(0, 60).map((context) => guard.screenSync(context).verdict);
      };
      const expected = await verdicts('js');
      for (const backend of ['native', 'reference'] as const) {
        const actual = await verdicts(backend).catch((error) => {
          if (backend === 'native' && process.env.TOPOGUARD_REQUIRE_NATIVE !== '1') return expected;
          throw error;
        });
        expect(actual, `${detector} on ${backend}`).toEqual(expected);
      }
    }
  });
});

describe('profiles made to deceive', () => {
  it('with an earlier version written over the hash are refused', async () => {
    const { profile } = await calibrate(benign, { encoder, detector: 'hybrid', fpr: 0.05 });
    const unsealed = { ...JSON.parse(JSON.stringify(profile)), version: 1 };
    for (const group of unsealed.groups) group.scores = group.scores.map(() => 1e9);
    expect((await thrownBy(() => parseProfile(unsealed, 'p.json'))).code).toBe('PROFILE_INVALID');
  });

  it('are not merged with themselves', async () => {
    const { profile } = await calibrate(benign, { encoder, detector: 'hybrid', fpr: 0.05 });
    expect((await thrownBy(() => mergeProfiles(profile, profile))).message).toContain('count twice');
  });
});

describe('texts given twice', () => {
  it('a document with sentences and text says that its text was not screened', async () => {
    const guard = await createGuard();
    const [example] = exampleContexts();
    const documents = [{ ...example.documents[0], sentences: ['Harmless.'] }, example.documents[1]];
    const { notes } = await guard.screen({ ...example, documents });
    expect(notes.join()).toContain('its text was not');
  });
});
