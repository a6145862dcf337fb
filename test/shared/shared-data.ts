import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const directory = fileURLToPath(new URL('../../../shared/', import.meta.url));

/** Path of a file or folder of the data that lies beside a developer's checkout; null where it does not. */
export function sharedPath(name: string): string | null {
  const path = `${directory}${name}`;
  return existsSync(path) ? path : null;
}

/** For `describe.skipIf`: says once why real-data checks do not run. */
export function sharedIsAbsent(name: string): boolean {
  const absent = sharedPath(name) === null;
  if (absent) console.warn(`skipped: ../shared/${name} is not beside this checkout`);
  return absent;
}

export interface SharedRow {
  id: string;
  question: string;
  docs: { title: string; sentences: string[]; supporting: boolean }[];
}

/** Rows of ../shared/data/NAME.jsonl.gz. */
export function sharedRows(name: string): SharedRow[] {
  return gunzipSync(readFileSync(sharedPath(`data/${name}.jsonl.gz`)!))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as SharedRow);
}
