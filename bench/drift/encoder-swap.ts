/**
 * How many requests the drift monitor takes to notice, from scores alone, that a service runs with another encoder than its
 * profile was calibrated with. (A changed encoder id or fingerprint is noticed at the first result; this is the case where
 * nobody told.)
 *
 *   node scripts/run-ts.mjs bench/drift/encoder-swap.ts [repetitions]
 *
 * The HotpotQA and MuSiQue contexts of ../shared are the population: the profile of the static encoder is calibrated on draws
 * from it with replacement, and live traffic is drawn from it in the same way. After a quiet time the scores are those that
 * the same profile gives to the vectors of another encoder: MPNet, MiniLM (where the optional packages of test/transformers
 * are installed), and one that only hashes words. Beside it the share of contexts that the profile flags at its target of 5 %,
 * before and after: how much the swap matters to false alarms.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createDriftMonitor, type LiveScore } from '../../src/calibration/drift/index.ts';
import { RandomStream } from '../../src/calibration/drift/random.ts';
import { type Profile, sealProfile } from '../../src/calibration/index.ts';
import { encoderFromSpec } from '../../src/encoders/node.ts';
import { type Context, calibrate, createGuard, createTransformersEncoder, type Encoder } from '../../src/index.ts';
import { toyEncoder } from '../../test/guard/toy.ts';
import { sharedIsAbsent, sharedPath, sharedRows } from '../../test/shared/shared-data.ts';

const REPETITIONS = Number(process.argv[2] ?? 40);
const DETECTORS = [
  'spectral-gap',
  'conductance',
  'hybrid',
  'pairwise-hybrid',
  'document-gap',
  'query-distance',
  'anchored',
];
const QUIET = [0, 1000, 20_000];
const LIMIT = 5000;
const CALIBRATED = 1000;

if (sharedIsAbsent('embeddings/all-mpnet-base-v2.f32')) process.exit(0);
const mpnet = await encoderFromSpec(`precomputed:${sharedPath('embeddings')}/all-mpnet-base-v2`);
const contexts = await covered(mpnet);
const random = RandomStream.seeded(2);
const live = contexts;
const benign = Array.from({ length: CALIBRATED }, () => contexts[random.below(contexts.length)]);
console.log(`${benign.length} contexts calibrated, drawn from ${live.length}; alpha 0.01; ${REPETITIONS} repetitions`);
console.log(['swap to', 'detector', 'flagged', ...QUIET.map((q) => `after ${q}`), 'noticed by'].join('\t'));
for (const encoder of [mpnet, ...(await miniLm()).map(remembering), toyEncoder(384)]) {
  for (const detector of DETECTORS) {
    const { profile } = await calibrate(benign, { detector, fpr: 0.05 });
    const before = await screened(profile, 'static');
    const after = await screened(withEncoder(profile, encoder), encoder);
    const noticed = new Map<string, number>();
    const cells = QUIET.map((quiet) => delays(profile, before.scores, after.scores, quiet, noticed));
    const flagged = `${percent(before.flagged)} → ${percent(after.flagged)}`;
    console.log([encoder.id, detector, flagged, ...cells, JSON.stringify(Object.fromEntries(noticed))].join('\t'));
  }
}

/** Median and 90th percentile of the requests from the swap to the alarm. */
function delays(
  profile: Profile,
  before: readonly LiveScore[],
  after: readonly LiveScore[],
  quiet: number,
  noticed: Map<string, number>,
): string {
  const found: number[] = [];
  let early = 0;
  for (let seed = 0; seed < REPETITIONS; seed++) {
    const monitor = createDriftMonitor(profile, { seed });
    for (let i = 0; i < quiet; i++) monitor.observe(before[random.below(before.length)]);
    if (monitor.advice().recalibrate) {
      early++;
      continue;
    }
    let delay = 0;
    while (delay < LIMIT && !monitor.advice().recalibrate) {
      delay++;
      monitor.observe(after[random.below(after.length)]);
    }
    const [finding] = monitor.advice().findings;
    found.push(finding ? delay : Number.POSITIVE_INFINITY);
    const by = finding?.by ?? 'nothing';
    noticed.set(by, (noticed.get(by) ?? 0) + 1);
  }
  found.sort((a, b) => a - b);
  const at = (q: number) => found[Math.floor(q * (found.length - 1))];
  const shown = (delay: number) => (delay === Number.POSITIVE_INFINITY ? `> ${LIMIT}` : String(delay));
  return `${shown(at(0.5))} (${shown(at(0.9))})${early > 0 ? `, ${early} early` : ''}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

async function miniLm(): Promise<Encoder[]> {
  const model = sharedPath('models/all-MiniLM-L6-v2');
  const name = '@huggingface/transformers';
  const root = join(process.cwd(), 'test/transformers/node_modules', name);
  if (model === null) return [];
  const importModule = () => import(pathToFileURL(join(root, 'dist/transformers.node.mjs')).href);
  return createTransformersEncoder({ model, package: name, importModule }).then(
    (encoder) => [encoder],
    (thrown: Error) => {
      console.log(`without MiniLM: ${thrown.message}`);
      return [];
    },
  );
}

/** The same encoder, but every text is encoded once: each detector asks for the same ones. */
function remembering(encoder: Encoder): Encoder {
  const known = new Map<string, Float32Array>();
  const { id, dimension, fingerprint } = encoder;
  return {
    id,
    dimension,
    fingerprint,
    async encode(texts) {
      const missing = texts.filter((text) => !known.has(text));
      const vectors = missing.length > 0 ? await encoder.encode(missing) : new Float32Array(0);
      for (const [i, text] of missing.entries()) known.set(text, vectors.slice(i * dimension, (i + 1) * dimension));
      const out = new Float32Array(texts.length * dimension);
      for (const [i, text] of texts.entries()) out.set(known.get(text)!, i * dimension);
      return out;
    },
  };
}

/** The same profile as if it had been calibrated with another encoder, so that a guard takes it. */
function withEncoder(
  { hash: _, thresholds: __, ...content }: Profile,
  { id, dimension, fingerprint }: Encoder,
): Profile {
  return sealProfile({ ...content, encoder: { id, dimension, fingerprint } });
}

async function screened(
  profile: Profile,
  encoder: Encoder | 'static',
): Promise<{ scores: LiveScore[]; flagged: number }> {
  const guard = await createGuard({ profile, encoder });
  const entries = await guard.screenBatch(live);
  const results = entries.flatMap((entry) => (entry.ok ? [entry.result] : []));
  return {
    scores: results.map(({ score, shape }) => ({ score, shape })),
    flagged: results.filter((result) => result.verdict === 'flag').length / results.length,
  };
}

/** Contexts of two supporting documents, three sentences each, of which the encoder has every vector. */
async function covered(encoder: Encoder): Promise<Context[]> {
  const has = async (texts: string[]) =>
    encoder.encode(texts).then(
      () => true,
      () => false,
    );
  const found: Context[] = [];
  for (const { id, question, docs } of [...sharedRows('hotpotqa'), ...sharedRows('musique')]) {
    const documents = docs
      .filter((d) => d.supporting && d.sentences.length >= 3)
      .slice(0, 2)
      .map((d) => ({ title: d.title, sentences: d.sentences.slice(0, 3) }));
    if (documents.length < 2) continue;
    if (await has([question, ...documents.flatMap((d) => d.sentences)])) found.push({ id, query: question, documents });
  }
  return found;
}
