import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createStaticEncoder, type StaticEncoder } from '../../encoders/index.ts';
import { TopoGuardError } from '../../errors/index.ts';
import { HeldOutEncoder } from './held-out-encoder.ts';

/** More folds than any training has. */
const MOST_FOLDS = 64;

/**
 * The token tables `fold-0.bin`, `fold-1.bin`, … of a folder, as `tools/distill` writes them, each trained without its fold.
 *
 * @throws TopoGuardError FILE_UNREADABLE where there are fewer than two, ENCODER_FAILED for a damaged one
 */
export async function loadHeldOutTables(folder: string): Promise<HeldOutEncoder> {
  const tables: StaticEncoder[] = [];
  while (tables.length < MOST_FOLDS) {
    const file = join(folder, `fold-${tables.length}.bin`);
    let bytes: Uint8Array;
    try {
      bytes = await readFile(file);
    } catch (cause) {
      if (tables.length >= 2) break;
      throw new TopoGuardError('FILE_UNREADABLE', 'a held-out table cannot be read', {
        location: { file },
        remedy: 'Give the folder that holds fold-0.bin, fold-1.bin, …, as the folds of tools/distill',
        cause,
      });
    }
    try {
      tables.push(createStaticEncoder(bytes));
    } catch (thrown) {
      throw thrown instanceof TopoGuardError ? thrown.at({ file }) : thrown;
    }
  }
  return new HeldOutEncoder(tables);
}
