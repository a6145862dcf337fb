import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TopoGuardError } from '../../errors/index.ts';
import { packageRoot } from '../../package-files/index.ts';
import type { DocumentFrequencies } from './document-frequencies.ts';
import { parseDocumentFrequencies } from './format.ts';

/**
 * The shipped table, from the package's assets directory. Node only.
 *
 * @throws TopoGuardError FILE_UNREADABLE where it is missing or damaged
 */
export async function loadDocumentFrequencies(): Promise<DocumentFrequencies> {
  const file = join(packageRoot(), 'assets', 'document-frequency.txt');
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new TopoGuardError('FILE_UNREADABLE', 'the document-frequency table cannot be read', {
      location: { file },
      remedy: 'Reinstall topoguard',
      cause,
    });
  }
  return parseDocumentFrequencies(text);
}
