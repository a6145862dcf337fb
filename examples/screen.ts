// Screens the contexts of a JSON Lines file and prints what a service would act on.
//
//   node scripts/run-ts.mjs examples/screen.ts examples/contexts.jsonl
import { readFileSync } from 'node:fs';
import { type Context, createGuard, TopoGuardError } from 'topoguard';

const file = process.argv[2] ?? 'examples/contexts.jsonl';
const contexts = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line) as Context);

const guard = await createGuard({ detector: 'document-anomaly' });
for (const entry of await guard.screenBatch(contexts)) {
  if (!entry.ok) {
    // The rest of the batch was screened all the same.
    console.error(`${entry.id ?? 'a context'}: ${entry.error.code}: ${entry.error.message}`);
    continue;
  }
  const { id, verdict, score, threshold, suspect, weakestLink } = entry.result;
  if (verdict !== 'flag') continue;
  const link = weakestLink
    ? `, joined to the rest by a similarity of ${weakestLink.similarity.toFixed(2)} at most`
    : '';
  console.log(`${id}: score ${score?.toFixed(2)} over ${threshold?.toFixed(2)}; least fitting: ${suspect?.id}${link}`);
}

try {
  guard.screenSync({ query: 'A context must have documents' } as never);
} catch (error) {
  if (!(error instanceof TopoGuardError)) throw error;
  console.log(`errors tell what to do: ${error.message}`);
}
