import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TopoGuardError } from '../../errors/index.ts';
import type { ExperimentStore, FinishedExperiment } from '../../evaluation/index.ts';
import { writeFileAtomically } from '../output/atomic-file.ts';

interface KeptExperiment {
  format: 'topoguard-experiment';
  key: string;
  finished: FinishedExperiment;
}

/**
 * Finished experiments as files of a directory, each written whole or not at all. A file that is damaged or belongs to other
 * data, encoders or options counts as none.
 *
 * @param fresh takes nothing up again
 * @throws TopoGuardError FILE_UNWRITABLE where the directory cannot be made
 */
export async function experimentFiles(directory: string, fresh: boolean): Promise<ExperimentStore> {
  const folder = join(directory, 'experiments');
  try {
    await mkdir(folder, { recursive: true });
  } catch (cause) {
    throw new TopoGuardError('FILE_UNWRITABLE', cause instanceof Error ? cause.message : String(cause), {
      location: { file: folder },
      remedy: 'Give a directory that can be made and written',
      cause,
    });
  }
  const pathOf = (name: string) => join(folder, `${name}.json`);
  return {
    async load(name, key) {
      if (fresh) return null;
      const text = await readFile(pathOf(name), 'utf8').catch(() => null);
      if (text === null) return null;
      try {
        const kept = JSON.parse(text) as Partial<KeptExperiment> | null;
        return kept?.format === 'topoguard-experiment' && kept.key === key ? (kept.finished ?? null) : null;
      } catch {
        return null;
      }
    },
    async save(name, key, finished) {
      const kept: KeptExperiment = { format: 'topoguard-experiment', key, finished };
      await writeFileAtomically(pathOf(name), `${JSON.stringify(kept)}\n`);
    },
  };
}
