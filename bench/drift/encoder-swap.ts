/**
 * How many requests the drift monitor takes to notice, from scores alone, that a service runs with another encoder than its
 * profile was calibrated with. (A changed encoder id or fingerprint is noticed at the first result; this is the case where
 * nobody told.)
 *
 *   node scripts/run-ts.mjs bench/drift/encoder-swap.ts [repetitions]
 *
 * HotpotQA and MuSiQue contexts of ../shared: half for the profile of the static encoder, the other half as live traffic, with scores
 * drawn from it at random; after a quiet time the scores are those that the same profile gives to MPNet vectors.
 */
import { createDriftMonitor, type LiveScore } from '../../src/calibration/drift/index.ts';
import { RandomStream } from '../../src/calibration/drift/random.ts';
import { type Profile, sealProfile } from '../../src/calibration/index.ts';
import { encoderFromSpec } from '../../src/encoders/node.ts';
import { type Context, calibrate, createGuard, type Encoder } from '../../src/index.ts';
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

if (sharedIsAbsent('embeddings/all-mpnet-base-v2.f32')) process.exit(0);
const mpnet = await encoderFromSpec(`precomputed:${sharedPath('embeddings')}/all-mpnet-base-v2`);
const contexts = await covered(mpnet);
const random = RandomStream.seeded(2);
for (let i = contexts.length - 1; i > 0; i--) {
  const j = random.below(i + 1);
  [contexts[i], contexts[j]] = [contexts[j], contexts[i]];
}
const half = Math.floor(contexts.length / 2);
const [benign, live] = [contexts.slice(0, half), contexts.slice(half)];
console.log(
  `${benign.length} contexts calibrated, ${live.length} live; alpha 0.01; median (90th percentile) of ${REPETITIONS}`,
);
console.log(['detector', ...QUIET.map((q) => `after ${q}`), 'first evidence'].join('\t'));
for (const detector of DETECTORS) {
  const { profile } = await calibrate(benign, { detector, fpr: 0.05 });
  const before = await scores(profile, 'static');
  const after = await scores(withEncoder(profile, mpnet), mpnet);
  const by = new Map<string, number>();
  const cells = QUIET.map((quiet) => {
    const delays: number[] = [];
    let early = 0;
    for (let r = 0; r < REPETITIONS; r++) {
      const monitor = createDriftMonitor(profile, { seed: r });
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
      delays.push(delay);
      const found = monitor.advice().findings[0]?.by ?? 'none';
      by.set(found, (by.get(found) ?? 0) + 1);
    }
    delays.sort((a, b) => a - b);
    const at = (q: number) => delays[Math.floor(q * (delays.length - 1))] ?? '–';
    return `${at(0.5)} (${at(0.9)})${early > 0 ? ` ${early} early` : ''}`;
  });
  console.log([detector, ...cells, JSON.stringify(Object.fromEntries(by))].join('\t'));
}

/** The same profile as if it had been calibrated with another encoder, so that a guard takes it. */
function withEncoder({ hash: _, thresholds: __, ...content }: Profile, { id, dimension, fingerprint }: Encoder): Profile {
  return sealProfile({ ...content, encoder: { id, dimension, fingerprint } });
}

async function scores(profile: Profile, encoder: Encoder | 'static'): Promise<LiveScore[]> {
  const guard = await createGuard({ profile, encoder });
  const entries = await guard.screenBatch(live);
  return entries.flatMap((entry) => (entry.ok ? [{ score: entry.result.score, shape: entry.result.shape }] : []));
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
