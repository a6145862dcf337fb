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

// 5 % false positives; 1 % is the default.
const guard = await createGuard({ fpr: 0.05 });
for (const entry of await guard.screenBatch(contexts)) {
  if (!entry.ok) {
    // The rest of the batch was screened all the same.
    console.error(`${entry.id ?? 'a context'}: ${entry.error.code}: ${entry.error.message}`);
    continue;
  }
  const { id, verdict, score, threshold, finding } = entry.result;
  if (verdict !== 'flag') continue;
  console.log(
    `${id}: score ${score?.toFixed(2)} over ${threshold?.toFixed(2)}; ${finding?.document.id}: ${finding?.summary}`,
  );
}

try {
  guard.screenSync({ query: 'A context must have documents' } as never);
} catch (error) {
  if (!(error instanceof TopoGuardError)) throw error;
  console.log(`errors tell what to do: ${error.message}`);
}
