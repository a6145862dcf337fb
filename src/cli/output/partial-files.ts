import { createHash, randomBytes } from 'node:crypto';
import { readdir, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** Process ids mean something on one machine only, and a directory may be shared by several. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const ENDING = new RegExp(`^${MACHINE}-(\\d+)-[0-9a-f]{12}\\.part$`);

/** A path beside `target` for what is not complete yet. It names the process, so that what a killed one leaves can be told. */
export function partialPath(target: string): string {
  return join(dirname(target), `${prefixOf(target)}${MACHINE}-${process.pid}-${randomBytes(6).toString('hex')}.part`);
}

/** Removes what runs into the same target left behind whose process is no longer alive. Never fails: it is a favour. */
export async function removeStalePartials(target: string): Promise<void> {
  const directory = dirname(target);
  const prefix = prefixOf(target);
  for (const name of await readdir(directory).catch(() => [])) {
    const owner = name.startsWith(prefix) && ENDING.exec(name.slice(prefix.length));
    if (owner && !isAlive(Number(owner[1]))) await unlink(join(directory, name)).catch(() => {});
  }
}

function prefixOf(target: string): string {
  return `.${basename(target)}.`;
}

function isAlive(pid: number): boolean {
  try {
    // Signal 0 is sent to nobody; it only asks.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
