import { beforeAll, describe, expect, it } from 'vitest';
import { calibrate, createGuard, type Encoder, type Guard, TopoGuardError } from '../../src/index.ts';
import { toyContexts, toyEncoder } from './toy.ts';

const encoder = toyEncoder();
const benign = toyContexts(300);

const failure = (action: () => unknown): TopoGuardError => {
  try {
    action();
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(TopoGuardError);
    return thrown as TopoGuardError;
  }
  return expect.unreachable();
};

describe('vectors of the caller', () => {
  let guard: Guard;
  let anchored: Guard;
  beforeAll(async () => {
    const structural = await calibrate(benign, { encoder, detector: 'pairwise-spectral-gap', fpr: 0.05 });
    guard = await createGuard({ encoder, profile: structural.profile });
    anchored = await createGuard({ encoder, profile: (await calibrate(benign, { encoder, fpr: 0.05 })).profile });
  });

  const vectors = (count: number, seed: number) =>
    Array.from({ length: count }, (_, i) => Array.from({ length: 32 }, (_, c) => Math.sin(seed + 3 * i + c)));

  it('give what the same texts give through the encoder', async () => {
    const context = benign[7];
    const sentences = context.documents.map((d) => d.text!.split(/(?<=\.) /));
    const embedded = {
      query: context.query!,
      queryEmbedding: encoder.encodeSync([context.query!]),
      documents: sentences.map((s) => ({
        sentences: s,
        embeddings: s.map((one) => encoder.encodeSync([one])),
      })),
    };
    const direct = anchored.screenSync(context);
    const given = anchored.screenEmbeddings(embedded);
    expect(given.score).toBeCloseTo(direct.score!, 9);
    expect(given.verdict).toBe(direct.verdict);
  });

  it('do not depend on their lengths, from 1e-30 to 1e30', () => {
    const documents = [{ embeddings: vectors(3, 1) }, { embeddings: vectors(3, 2) }];
    const expected = guard.screenEmbeddings({ documents }).score!;
    for (const scale of [1e-30, 1e-3, 1e30]) {
      const scaled = documents.map((d) => ({ embeddings: d.embeddings.map((v) => v.map((x) => x * scale)) }));
      expect(guard.screenEmbeddings({ documents: scaled }).score).toBeCloseTo(expected, 9);
    }
  });

  it('accept an all-zero vector, which is similar to nothing', () => {
    const documents = [{ embeddings: [...vectors(2, 1), new Array(32).fill(0)] }, { embeddings: vectors(3, 2) }];
    expect(guard.screenEmbeddings({ documents }).components).toBeGreaterThan(1);
  });

  it('abstain with fewer than two documents', () => {
    expect(guard.screenEmbeddings({ documents: [{ embeddings: vectors(3, 1) }] }).verdict).toBe('abstain');
    expect(guard.screenEmbeddings({ documents: [{ embeddings: vectors(3, 1) }, { embeddings: [] }] }).verdict).toBe(
      'abstain',
    );
  });

  it.each([
    ['NaN', Number.NaN],
    ['∞', Number.POSITIVE_INFINITY],
    ['−∞', Number.NEGATIVE_INFINITY],
  ])('with %s are refused with the place', (_name, value) => {
    const bad = vectors(2, 1);
    bad[1][4] = value;
    const error = failure(() =>
      guard.screenEmbeddings({ documents: [{ embeddings: vectors(1, 1) }, { embeddings: bad }] }),
    );
    expect(error.code).toBe('EMBEDDING_NON_FINITE');
    expect(error.location).toEqual({ field: 'documents[1].embeddings[1]', index: 4 });
  });

  it('of another length are refused with the place', () => {
    const error = failure(() =>
      guard.screenEmbeddings({ documents: [{ embeddings: vectors(1, 1) }, { embeddings: [[1, 2]] }] }),
    );
    expect(error.code).toBe('DIMENSION_MISMATCH');
    expect(error.location.field).toBe('documents[1].embeddings[0]');
  });

  it('without texts are refused by a detector that reads words', () => {
    const documents = [{ embeddings: vectors(3, 1) }, { embeddings: vectors(3, 2) }];
    expect(
      failure(() => anchored.screenEmbeddings({ documents, query: 'x', queryEmbedding: vectors(1, 3)[0] })).code,
    ).toBe('CONTEXT_INVALID');
    expect(
      failure(() =>
        anchored.screenEmbeddings({ documents: documents.map((d) => ({ ...d, sentences: ['a', 'b', 'c'] })) }),
      ).code,
    ).toBe('QUERY_MISSING');
  });
});

describe('an encoder that fails', () => {
  const failing = async (encode: Encoder['encode']) => {
    const { profile } = await calibrate(benign, { encoder, detector: 'pairwise-hybrid', fpr: 0.05 });
    const { encodeSync: _, ...asynchronous } = encoder;
    return createGuard({ encoder: { ...asynchronous, encode }, profile });
  };

  it('fails its contexts and nothing else', async () => {
    const guard = await failing(async () => {
      throw new Error('socket closed');
    });
    const entries = await guard.screenBatch([benign[0], { documents: [] }, benign[1]]);
    expect(entries.map((e) => e.ok)).toEqual([false, true, false]);
    if (!entries[0].ok) expect(entries[0].error.code).toBe('ENCODER_FAILED');
  });

  it('by giving NaN for one text loses only the contexts with that text', async () => {
    const guard = await failing(async (texts) => {
      const out = encoder.encodeSync(texts);
      texts.forEach((text, i) => {
        if (text.includes('number 3 ')) out[i * encoder.dimension + 2] = Number.NaN;
      });
      return out;
    });
    const entries = await guard.screenBatch(benign.slice(0, 8));
    const failed = entries.flatMap((e, i) => (e.ok ? [] : [i]));
    expect(failed).toEqual([2, 3]);
    for (const i of failed) {
      const entry = entries[i];
      if (!entry.ok) expect(entry.error.code).toBe('EMBEDDING_NON_FINITE');
    }
  });

  it('by giving too few numbers is named', async () => {
    const guard = await failing(async () => new Float32Array(3));
    const thrown = await guard.screen(benign[0]).catch((error: unknown) => error);
    expect((thrown as TopoGuardError).code).toBe('ENCODER_FAILED');
  });

  it('is not asked without a promise', async () => {
    const guard = await failing(encoder.encode);
    expect(failure(() => guard.screenSync(benign[0])).code).toBe('SYNC_UNAVAILABLE');
  });

  it('stops when the caller aborts', async () => {
    const controller = new AbortController();
    const guard = await failing(async (_texts, options) => {
      controller.abort();
      options?.signal?.throwIfAborted();
      return new Float32Array(0);
    });
    await expect(guard.screenBatch(benign.slice(0, 3), { signal: controller.signal })).rejects.toThrow(/abort/i);
  });
});
