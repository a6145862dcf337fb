import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { TopoGuardError } from '../../src/errors/index.ts';
import {
  applyPolicy,
  DEFAULT_WARNING,
  type DiversifyPolicy,
  EMPTY_TALLY,
  type Guard,
  type Policy,
  type ScreenResult,
  tallied,
} from '../../src/guard/index.ts';
import type { Context, ContextDocument } from '../../src/text/index.ts';

/** Documents of one letter each: an `x` is what the fake guard flags; it lies alone on the smaller side. */
function contextOf(...texts: string[]): Context {
  return deepFrozen({ id: 'c', query: 'q', documents: texts.map((text) => ({ text })) });
}

function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) deepFrozen(inner);
    Object.freeze(value);
  }
  return value;
}

function resultOf(context: Context): ScreenResult {
  const bad = context.documents.findIndex((document) => document.text === 'x');
  const judged = context.documents.length >= 2;
  const sides = (holds: (i: number) => boolean) => ({
    nodes: [],
    documents: context.documents.flatMap((_, i) => (holds(i) ? [{ index: i, share: 1 }] : [])),
  });
  return deepFrozen({
    verdict: !judged ? 'abstain' : bad >= 0 ? 'flag' : 'pass',
    shape: { documents: context.documents.length, sentences: 3 * context.documents.length },
    score: judged ? (bad >= 0 ? 0.9 : 0.1) : null,
    parts: judged ? [sides((i) => i !== bad), sides((i) => i === bad)] : null,
    ...(judged && bad >= 0 ? { suspect: { index: bad } } : {}),
  } as unknown as ScreenResult);
}

function fakeGuard(): Pick<Guard, 'screen'> & { screened: Context[] } {
  const screened: Context[] = [];
  return {
    screened,
    async screen(context) {
      screened.push(context);
      if (context.documents.some((document) => document.text === '!')) throw new Error('the encoder is down');
      if (context.documents.length > 9) throw new TopoGuardError('CONTEXT_TOO_LARGE', 'too many documents');
      return resultOf(context);
    },
  };
}

const apply = (context: Context, policy: Policy, options = {}) => applyPolicy(fakeGuard(), context, policy, options);
const texts = (context: Context | null) => context?.documents.map((document) => document.text);
const good = contextOf('a', 'b');
const bad = contextOf('a', 'b', 'x');
const lone = contextOf('a');
function never(): Promise<never> {
  return new Promise<never>(() => {});
}

const POLICIES: Policy[] = [
  { kind: 'observe' },
  { kind: 'warn' },
  { kind: 'block' },
  { kind: 'diversify', means: { by: 'drop', drop: 'suspect' } },
  { kind: 'escalate', check: async () => ({ attack: true }) },
];

describe('every policy', () => {
  it.each(POLICIES.map((p) => [p.kind, p] as const))(
    '%s: a context that passes goes on as it is',
    async (_, policy) => {
      expect(await apply(good, policy)).toMatchObject({ action: 'pass', reason: 'pass', proceed: true, context: good });
    },
  );

  it.each(POLICIES.map((p) => [p.kind, p] as const))(
    '%s: an abstention passes, unless told otherwise',
    async (_, policy) => {
      expect(await apply(lone, policy)).toMatchObject({ action: 'pass', reason: 'abstain', context: lone });
      const flagged = await apply(lone, policy, { onAbstain: 'flag' });
      expect(flagged).toMatchObject({ action: policy.kind, trigger: 'abstain' });
    },
  );

  it.each(POLICIES.slice(1).map((p) => [p.kind, p] as const))(
    '%s: errors fail open or closed, by whose fault',
    async (_, policy) => {
      const down = contextOf('!', 'b');
      expect(await apply(down, policy)).toMatchObject({
        action: 'fail-closed',
        proceed: false,
        context: null,
        of: 'guard',
        error: { code: 'ENCODER_FAILED' },
      });
      expect(await apply(down, policy, { onGuardError: 'open' })).toMatchObject({
        action: 'fail-open',
        proceed: true,
        context: down,
      });
      const huge = contextOf(...Array.from({ length: 10 }, () => 'a'));
      expect(await apply(huge, policy, { onGuardError: 'open' })).toMatchObject({
        action: 'fail-closed',
        of: 'context',
      });
      expect(await apply(huge, policy, { onContextError: 'open' })).toMatchObject({
        action: 'fail-open',
        context: huge,
      });
    },
  );

  it('an abstention for want of calibration counts as a flag, unless told otherwise', async () => {
    const guard: Pick<Guard, 'screen'> = {
      screen: async (context) => ({ ...resultOf(context), verdict: 'abstain', score: null }),
    };
    expect(await applyPolicy(guard, good, { kind: 'block' })).toMatchObject({ action: 'block', trigger: 'abstain' });
    expect(await applyPolicy(guard, good, { kind: 'block' }, { onUncovered: 'pass' })).toMatchObject({
      action: 'pass',
      reason: 'abstain',
    });
  });

  it('the caller’s abort is no failure', async () => {
    const controller = new AbortController();
    controller.abort(new Error('gone'));
    const guard: Pick<Guard, 'screen'> = { screen: async (_, o) => o!.signal!.throwIfAborted() as never };
    await expect(
      applyPolicy(guard, bad, { kind: 'block' }, { signal: controller.signal, onGuardError: 'open' }),
    ).rejects.toThrow('gone');
  });

  it.each([
    [{ kind: 'deny' }, {}],
    [{ kind: 'diversify', means: { by: 'drop', drop: 'all' } }, {}],
    [{ kind: 'diversify', means: { by: 'drop', drop: 'suspect' }, maxRounds: 0 }, {}],
    [{ kind: 'diversify', means: { by: 'drop', drop: 'suspect', minimumDocuments: 0 } }, {}],
    [{ kind: 'diversify', means: { by: 'drop', drop: 'suspect' }, otherwise: { kind: 'escalate' } }, {}],
    [{ kind: 'escalate', timeout: -1 }, {}],
    [{ kind: 'escalate', fallback: 'maybe' }, {}],
    [{ kind: 'block' }, { onAbstain: 'block' }],
  ])('refuses %j with %j, before anything is screened', async (policy, options) => {
    const guard = fakeGuard();
    await expect(applyPolicy(guard, bad, policy as unknown as Policy, options as object)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
    });
    expect(guard.screened).toHaveLength(0);
  });
});

describe('observe', () => {
  it('lets everything through and says what would have happened', async () => {
    expect(await apply(bad, { kind: 'observe', insteadOf: 'warn' })).toMatchObject({
      action: 'observe',
      proceed: true,
      context: bad,
      trigger: 'flag',
      insteadOf: 'warn',
    });
    expect(await apply(contextOf('!', 'b'), { kind: 'observe' }, { onGuardError: 'closed' })).toMatchObject({
      action: 'observe',
      proceed: true,
      trigger: 'error',
      insteadOf: 'fail-closed',
      of: 'guard',
    });
  });
});

describe('warn and block', () => {
  it('warn hands on the context with an instruction', async () => {
    expect(await apply(bad, { kind: 'warn' })).toMatchObject({
      action: 'warn',
      context: bad,
      instruction: DEFAULT_WARNING,
    });
    expect(await apply(bad, { kind: 'warn', instruction: ({ score }) => `Vorsicht (${score})` })).toMatchObject({
      instruction: 'Vorsicht (0.9)',
    });
  });

  it('block hands on nothing', async () => {
    expect(await apply(bad, { kind: 'block' })).toMatchObject({
      action: 'block',
      proceed: false,
      context: null,
      trigger: 'flag',
    });
  });
});

describe('diversify by dropping', () => {
  const dropping = (change: object = {}): DiversifyPolicy => ({
    kind: 'diversify',
    means: { by: 'drop', drop: 'smaller-part', ...change },
  });

  it.each(['smaller-part', 'suspect'] as const)('%s: drops and screens again', async (drop) => {
    const outcome = await apply(bad, dropping({ drop }));
    expect(outcome).toMatchObject({
      action: 'diversify',
      settled: true,
      proceed: true,
      rounds: [{ by: 'drop', dropped: [2], verdict: 'pass' }],
    });
    expect(texts(outcome.context)).toEqual(['a', 'b']);
    expect(outcome.results.map((r) => r.verdict)).toEqual(['flag', 'pass']);
  });

  it('keeps the least number of documents, and then does what comes otherwise', async () => {
    const pair = contextOf('a', 'x');
    expect(await apply(pair, dropping())).toMatchObject({
      settled: false,
      proceed: false,
      end: 'no documents left to drop',
      followUp: { action: 'block' },
    });
    const lenient = await apply(pair, { ...dropping({ minimumDocuments: 1 }), otherwise: { kind: 'warn' } });
    expect(lenient).toMatchObject({ settled: true, rounds: [{ dropped: [1], verdict: 'abstain' }] });
  });

  it('ends when the rounds are used up, with the context as it was given', async () => {
    const outcome = await apply(contextOf('x', 'x', 'x', 'a', 'b'), { ...dropping(), otherwise: { kind: 'warn' } });
    expect(outcome).toMatchObject({
      settled: false,
      end: 'rounds are used up',
      proceed: true,
      followUp: { action: 'warn' },
    });
    expect(texts(outcome.context)).toEqual(['x', 'x', 'x', 'a', 'b']);
    expect(outcome.results).toHaveLength(3);
  });

  it('ends always, within its rounds, and changes nothing it was given', async () => {
    const letters = fc.array(fc.constantFrom('a', 'b', 'x'), { minLength: 1, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(
        letters,
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 1, max: 3 }),
        async (given, maxRounds, minimumDocuments) => {
          const guard = fakeGuard();
          const context = contextOf(...given);
          const outcome = await applyPolicy(guard, context, { ...dropping({ minimumDocuments }), maxRounds });
          expect(guard.screened.length).toBeLessThanOrEqual(maxRounds + 1);
          expect(outcome.results).toHaveLength(guard.screened.length);
          if (outcome.proceed && outcome.action === 'diversify')
            expect(outcome.results.at(-1)!.verdict).not.toBe('flag');
          expect(context).toEqual(contextOf(...given));
        },
      ),
    );
  });
});

describe('diversify by retrieving', () => {
  const retrieving = (
    retrieve: (r: { round: number }) => Promise<readonly ContextDocument[] | null>,
    change: object = {},
  ): Policy => ({
    kind: 'diversify',
    means: { by: 'retrieve', retrieve, ...change },
    maxRounds: 3,
  });

  it('asks with rising similarity until a context passes', async () => {
    const retrieve = vi.fn(async ({ round }: { round: number }) => contextOf('a', round < 2 ? 'x' : 'b').documents);
    const outcome = await apply(bad, retrieving(retrieve, { minimumSimilarity: (round: number) => 0.5 + round / 10 }));
    expect(retrieve.mock.calls.map(([r]) => (r as { minimumSimilarity?: number }).minimumSimilarity)).toEqual([
      0.6, 0.7,
    ]);
    expect(outcome).toMatchObject({
      settled: true,
      context: { id: 'c', query: 'q' },
      rounds: [{ by: 'retrieve', documents: 2, verdict: 'flag' }, { verdict: 'pass' }],
    });
    expect(texts(outcome.context)).toEqual(['a', 'b']);
  });

  const failing: [end: string, retrieve: () => Promise<readonly ContextDocument[] | null>, screenings: number][] = [
    ['rounds are used up', async () => contextOf('a', 'x').documents, 4],
    ['the retriever had nothing else', async () => null, 1],
    ['the retriever had nothing else', async () => [], 1],
    ['the retriever took too long', never, 1],
    [
      'the retriever failed',
      () => {
        throw new Error('index offline');
      },
      1,
    ],
  ];
  it.each(failing)('%s', async (end, retrieve, screenings) => {
    const outcome = await apply(bad, retrieving(retrieve, { timeout: 20 }));
    expect(outcome).toMatchObject({ settled: false, end, proceed: false, followUp: { action: 'block' } });
    expect(outcome.results).toHaveLength(screenings);
  });

  it('a flagged context does not get through because the next screening failed', async () => {
    const outcome = await apply(
      bad,
      retrieving(async () => contextOf('!', 'b').documents),
      { onGuardError: 'open' },
    );
    expect(outcome).toMatchObject({ action: 'fail-closed', of: 'guard', context: null });
    expect(outcome.results).toHaveLength(1);
  });
});

describe('escalate', () => {
  const escalating = (check: Extract<Policy, { kind: 'escalate' }>['check'], change: object = {}): Policy => ({
    kind: 'escalate',
    check,
    ...change,
  });

  it('follows the checker', async () => {
    expect(
      await apply(
        bad,
        escalating(async () => ({ attack: false, note: 'fine' })),
      ),
    ).toMatchObject({
      action: 'escalate',
      attack: false,
      proceed: true,
      context: bad,
      decision: { by: 'checker', check: { note: 'fine' } },
    });
    expect(
      await apply(
        bad,
        escalating(async () => ({ attack: true }), { confirmed: { kind: 'warn', instruction: 'w' } }),
      ),
    ).toMatchObject({
      attack: true,
      proceed: true,
      followUp: { action: 'warn', instruction: 'w' },
    });
  });

  it('falls back when it takes too long, and tells it to stop', async () => {
    let stopped = false;
    const check = (_: Context, __: ScreenResult, { signal }: { signal: AbortSignal }) => {
      signal.addEventListener('abort', () => {
        stopped = true;
      });
      return never();
    };
    expect(await apply(bad, escalating(check, { timeout: 10 }))).toMatchObject({
      attack: true,
      proceed: false,
      decision: { by: 'fallback', cause: 'timeout' },
    });
    expect(stopped).toBe(true);
    expect(await apply(bad, escalating(never, { timeout: 10, fallback: 'benign' }))).toMatchObject({
      attack: false,
      proceed: true,
    });
  });

  it.each([
    ['rejects', async () => Promise.reject(new Error('no'))],
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['gives no answer', async () => ({}) as never],
  ])('falls back when it %s', async (_, check) => {
    expect(await apply(bad, escalating(check))).toMatchObject({
      decision: { by: 'fallback', cause: 'failure', failure: expect.any(Error) },
      attack: true,
    });
  });

  it('gives way to the caller’s abort while it waits', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('gone')), 5);
    await expect(apply(bad, escalating(never), { signal: controller.signal })).rejects.toThrow('gone');
  });
});

describe('tally', () => {
  it('counts actions, errors apart, and leaves the one before as it was', async () => {
    const outcomes = [
      await apply(good, { kind: 'block' }),
      await apply(bad, { kind: 'block' }),
      await apply(bad, { kind: 'observe', insteadOf: 'warn' }),
      await apply(contextOf('!', 'b'), { kind: 'warn' }),
      await apply(contextOf('!', 'b'), { kind: 'observe' }, { onGuardError: 'open' }),
      await apply(bad, { kind: 'diversify', means: { by: 'drop', drop: 'suspect' } }),
      await apply(bad, { kind: 'escalate', check: never, timeout: 5 }),
    ];
    const empty = deepFrozen(structuredClone(EMPTY_TALLY));
    expect(outcomes.reduce(tallied, empty)).toEqual({
      contexts: 7,
      actions: { pass: 1, observe: 2, warn: 0, block: 1, diversify: 1, escalate: 1, 'fail-open': 0, 'fail-closed': 1 },
      wouldHave: { warn: 1, 'fail-open': 1 },
      proceeded: 4,
      withheld: 3,
      errors: { context: 0, guard: 2 },
      fallbacks: { timeout: 1, failure: 0 },
      diversified: { settled: 1, gaveUp: 0 },
    });
  });
});
