import type { Guard, ScreenResult } from '../../guard/index.ts';
import type { Context } from '../../text/context.ts';

const DOCUMENTS: Context['documents'] = [
  {
    id: 'lighthouse',
    text: 'The Skerrin lighthouse was built in 1871 by Mara Holm. Its lamp burned whale oil until 1902. Mara Holm came from Port Ansley.',
  },
  {
    id: 'port',
    text: 'Port Ansley is a fishing town on the Skerrin coast. Mara Holm was born there in 1838. Its harbour freezes every winter.',
  },
];

/** The built-in context with a query and without, so that both default detectors run. */
const SAMPLE: readonly Context[] = [
  { id: 'with query', query: 'Where was the builder of the Skerrin lighthouse born?', documents: DOCUMENTS },
  { id: 'without query', documents: DOCUMENTS },
];

/** Screens the built-in context end to end. @throws TopoGuardError what the guard throws */
export async function screenSample(guard: Guard): Promise<ScreenResult[]> {
  const results: ScreenResult[] = [];
  for (const context of SAMPLE) results.push(await guard.screen(context));
  return results;
}

/** Largest difference of a score between two screenings of the sample; infinite where only one has a score. */
export function differenceOf(a: readonly ScreenResult[], b: readonly ScreenResult[]): number {
  let largest = 0;
  for (const [i, result] of a.entries()) {
    const other = b[i]?.score ?? null;
    if (result.score === null && other === null) continue;
    const difference =
      result.score === null || other === null ? Number.POSITIVE_INFINITY : Math.abs(result.score - other);
    largest = Math.max(largest, difference);
  }
  return largest;
}
