import { availableParallelism } from 'node:os';
import { parentPort, Worker } from 'node:worker_threads';
import { analyzeBatch } from '../../src/graph/index.ts';
import { createGuard } from '../../src/index.ts';
import { resolveBackend } from '../../src/linalg/index.ts';
import { alternate, timeLoop } from '../harness/alternate.ts';
import { type ChildTask, programPath } from '../harness/own-child.ts';
import type { Spread } from '../harness/statistics.ts';
import {
  type BenchOptions,
  type Figure,
  type LeftOut,
  ratioFigure,
  type SuiteExhibit,
  withQuartiles,
} from '../harness/suite.ts';
import { vectorBatch } from '../harness/vectors.ts';
import { FreshContexts, material } from '../text-path/fresh-contexts.ts';

export const CORES_TASK = 'cores';

const BATCH = 256;
const VECTOR_MS = 60;
type Work = 'text' | 'vectors';

export interface Cores {
  rows: { work: Work; threads: number; microseconds: Spread; speedUp: Spread }[];
  figures: Figure[];
  leftOut: LeftOut[];
}

/**
 * Throughput of one worker thread and of two. Each thread has its own guard and texts of its own, made before the clock
 * starts; a round lasts from the word to go to the last thread's end.
 */
export async function measureCores(options: BenchOptions): Promise<Cores> {
  const rows: Cores['rows'] = [];
  const threads = availableParallelism() > 1 ? [1, 2] : [1];
  for (const work of ['vectors', 'text'] as const) {
    const crew = threads.map((count) =>
      Array.from({ length: count }, (_, seed) => new Thread(work, seed, options.quick)),
    );
    const measured = await alternate(
      crew.map((members) => ({
        name: String(members.length),
        async measure() {
          await Promise.all(members.map((m) => m.ask('prepare')));
          const start = performance.now();
          const done = await Promise.all(members.map((m) => m.ask('go')));
          const elapsed = performance.now() - start;
          return (elapsed * 1000) / done.reduce((sum, contexts) => sum + contexts, 0);
        },
      })),
      { warmUp: 3, rounds: options.quick ? 5 : 11 },
    );
    await Promise.all(crew.flat().map((thread) => thread.end()));
    rows.push(
      ...measured.map((m, i) => ({ work, threads: threads[i], microseconds: m.microseconds, speedUp: m.ratio })),
    );
  }
  return {
    rows,
    leftOut: threads.length > 1 ? [] : [{ what: 'two cores', why: 'this machine has one' }],
    figures: rows.flatMap(({ work, threads, microseconds, speedUp }) => [
      { id: `cores/${work}/${threads}`, unit: 'contexts/s' as const, value: 1e6 / microseconds.median },
      ...(threads > 1 ? [ratioFigure(`cores/${work}/time of ${threads}÷1`, speedUp)] : []),
    ]),
  };
}

export function coresExhibits({ rows }: Cores): SuiteExhibit[] {
  return [
    {
      type: 'table',
      title: 'One and two cores',
      note:
        'Worker threads. Text: new contexts through screenSync, static encoder. Vectors: analyzeBatch of 256 contexts, n = 6, d = 768. The ratio is the time a context ' +
        'takes with so many threads over that with one.',
      columns: ['Work', 'Threads', 'Contexts a second', 'µs a context', 'Ratio'],
      rows: rows.map((r) => [
        r.work,
        r.threads,
        Math.round(1e6 / r.microseconds.median),
        withQuartiles(r.microseconds),
        withQuartiles(r.speedUp),
      ]),
    },
  ];
}

/** A worker thread of this program that takes turns. */
class Thread {
  readonly #worker: Worker;

  constructor(work: Work, seed: number, quick: boolean) {
    const task: ChildTask = { task: CORES_TASK, given: { work, seed, quick } };
    this.#worker = new Worker(programPath, { workerData: task });
  }

  ask(what: 'prepare' | 'go'): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#worker.once('error', reject);
      this.#worker.once('message', (contexts: number) => {
        this.#worker.off('error', reject);
        resolve(contexts);
      });
      this.#worker.postMessage(what);
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** The worker's part: answers 'prepare' with 0 and 'go' with the number of contexts that it has screened. */
export async function runCoresTask({ work, seed, quick }: { work: Work; seed: number; quick: boolean }): Promise<void> {
  const port = parentPort!;
  const turn = work === 'text' ? await textTurn(seed, quick ? 500 : 2000) : vectorTurn();
  port.on('message', (what: 'prepare' | 'go') => {
    if (what === 'go') port.postMessage(turn.go());
    else {
      turn.prepare();
      port.postMessage(0);
    }
  });
}

async function textTurn(seed: number, count: number) {
  const guard = await createGuard({ encoder: 'static' });
  const fresh = new FreshContexts(material(), 100 + seed);
  let contexts = fresh.make(0);
  return {
    prepare() {
      contexts = fresh.make(count);
    },
    go() {
      for (const context of contexts) guard.screenSync(context);
      return contexts.length;
    },
  };
}

function vectorTurn() {
  const { backend } = resolveBackend();
  const batch = vectorBatch(BATCH, 6, 768);
  return {
    prepare() {},
    go() {
      let calls = 0;
      timeLoop(
        () => {
          analyzeBatch(backend, batch, 4);
          calls++;
        },
        BATCH,
        VECTOR_MS,
      );
      return calls * BATCH;
    },
  };
}
