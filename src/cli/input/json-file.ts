import { TopoGuardError } from '../../errors/index.ts';
import type { Terminal } from '../terminal.ts';
import { openByteSource } from './byte-source.ts';
import { decodeUtf8, parseJson, refuseWideText } from './json-text.ts';

/** Most bytes of a profile or of a table of document frequencies. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * Reads a JSON file that belongs to an option (gzip too).
 *
 * @throws TopoGuardError FILE_UNREADABLE, FILE_EMPTY, TEXT_ENCODING_INVALID, JSON_INVALID
 */
export async function readJsonFile(path: string, terminal: Terminal): Promise<unknown> {
  const source = await openByteSource(path, terminal.stdin, terminal.interrupt);
  try {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of source.chunks) {
      length += chunk.length;
      if (length > MAX_BYTES) {
        throw new TopoGuardError('FILE_UNREADABLE', `it has more than the ${MAX_BYTES} bytes allowed`, {
          location: { file: source.name },
        });
      }
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks);
    const place = { file: source.name };
    refuseWideText(bytes, place);
    return parseJson(decodeUtf8(bytes, place), place);
  } finally {
    source.close();
  }
}
