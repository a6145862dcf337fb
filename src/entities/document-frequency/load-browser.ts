import { TopoGuardError } from '../../errors/index.ts';
import type { DocumentFrequencies } from './document-frequencies.ts';
import { parseDocumentFrequencies } from './format.ts';

/**
 * The shipped table, from a chunk of the package that is fetched on the first call. For browsers and edge runtimes.
 *
 * @throws TopoGuardError FILE_UNREADABLE where the chunk cannot be fetched or is damaged
 */
export async function loadDocumentFrequencies(): Promise<DocumentFrequencies> {
  let text: string;
  try {
    text = (await import('../../../assets/document-frequency.txt?raw')).default;
  } catch (cause) {
    throw new TopoGuardError('FILE_UNREADABLE', 'the document-frequency table cannot be loaded', {
      remedy: 'Reinstall topoguard, and make sure that the chunks of its bundle are served beside it',
      cause,
    });
  }
  return parseDocumentFrequencies(text);
}
