import { type Context, createGuard, type EmbeddedContext, type Guard } from '../../src/index.ts';
import { alternate, type Side } from '../harness/alternate.ts';
import { hasChromium } from '../harness/chromium.ts';
import { bundleBrowserBuild, hasBrowserBuild, openChromiumPage } from '../harness/chromium-page.ts';
import { scratchFolder } from '../harness/scratch.ts';
import { ratioFigure, type Suite, timeFigure, withQuartiles } from '../harness/suite.ts';
import { vectorBatch } from '../harness/vectors.ts';
import { FreshContexts, material } from '../text-path/fresh-contexts.ts';

const ROUNDS = { warmUp: 4, rounds: 15 };
const QUICK_ROUNDS = { warmUp: 2, rounds: 5 };
/** Contexts of a measurement. */
const TEXTS = 500;
const VECTORS = { 6: 2000, 64: 60 };

/** Runs in the page: both kinds of work, timed there. */
const IN_PAGE = `async ({ kind, contexts }) => {
  const guards = (window.guards ??= {
    text: await topoguard.createGuard(),
    vectors: await topoguard.createGuard({ detector: 'spectral-gap' }),
  });
  const start = performance.now();
  if (kind === 'text') for (const context of contexts) guards.text.screenSync(context);
  else for (const context of contexts) guards.vectors.screenEmbeddings(context);
  return (1000 * (performance.now() - start)) / contexts.length;
}`;

/** The JavaScript backend in a browser beside the same in Node. */
export const chromiumSuite: Suite = {
  name: 'chromium',
  title: 'In a browser',
  async run(options) {
    const missing = [
      ...(hasChromium() ? [] : ['no Chromium at CHROMIUM_PATH or its usual place']),
      ...(hasBrowserBuild() ? [] : ['dist/ is not built (npm run build)']),
    ];
    if (missing.length > 0) {
      return { basis: '', leftOut: [{ what: 'Chromium', why: missing.join('; ') }], figures: [], exhibits: [] };
    }
    const folder = scratchFolder('chromium');
    await bundleBrowserBuild(folder);
    const page = await openChromiumPage(folder);
    const from = material();
    const text = await createGuard({ backend: 'js' });
    const vectors = await createGuard({ backend: 'js', detector: 'spectral-gap' });
    const { dimension } = vectors.encoder;
    const kinds = [
      {
        name: 'text to verdict, composite, 6 new sentences',
        kind: 'text',
        seed: () => new FreshContexts(from, 41),
        make: (fresh: FreshContexts) => fresh.make(TEXTS),
        screen: (context: Context | EmbeddedContext) => text.screenSync(context as Context),
      },
      ...([6, 64] as const).map((n) => ({
        name: `from vectors, n = ${n}, d = ${dimension}`,
        kind: 'vectors',
        seed: () => new FreshContexts(from, 42),
        make: () => embeddedContexts(VECTORS[n], n, dimension),
        screen: (context: Context | EmbeddedContext) => vectors.screenEmbeddings(context as EmbeddedContext),
      })),
    ];
    const figures = [];
    const rows = [];
    for (const { name, kind, seed, make, screen } of kinds) {
      options.progress(name);
      const here = seed();
      const there = seed();
      const sides: Side[] = [
        {
          name: `Node, ${name}`,
          measure: () => {
            const contexts = make(here);
            const start = performance.now();
            for (const context of contexts) screen(context);
            return (1000 * (performance.now() - start)) / contexts.length;
          },
        },
        { name: `Chromium, ${name}`, measure: () => page.run<number>(IN_PAGE, { kind, contexts: make(there) }) },
      ];
      const [node, chromium] = await alternate(sides, options.quick ? QUICK_ROUNDS : ROUNDS);
      rows.push([
        name,
        withQuartiles(node.microseconds),
        withQuartiles(chromium.microseconds),
        withQuartiles(chromium.ratio),
      ]);
      figures.push(timeFigure(`chromium/${chromium.name}`, chromium.microseconds));
      figures.push(ratioFigure(`chromium/Chromium÷Node, ${name}`, chromium.ratio));
    }
    const { browser } = page;
    await page.close();
    await Promise.all([text, vectors].map((guard: Guard) => guard.close()));
    return {
      basis: `${browser}, headless, with the browser build as esbuild bundles it, beside Node with the JavaScript backend; wall time, in turn, each side in a process of its own; texts: ${from.source}.`,
      leftOut: [],
      figures,
      exhibits: [
        {
          type: 'table',
          title: 'One context, µs',
          columns: ['Work', 'Node, js', 'Chromium', 'Chromium ÷ Node'],
          rows,
        },
      ],
    };
  },
};

/** The contexts of vectorBatch as a guard takes them. */
function embeddedContexts(contexts: number, n: number, dimension: number): EmbeddedContext[] {
  const { vectors } = vectorBatch(contexts, n, dimension);
  const row = (i: number) => Array.from(vectors.subarray(i * dimension, (i + 1) * dimension));
  return Array.from({ length: contexts }, (_, c) => ({
    documents: [0, 1].map((document) => ({
      embeddings: Array.from({ length: n / 2 }, (_, s) => row(c * n + (document * n) / 2 + s)),
    })),
  }));
}
