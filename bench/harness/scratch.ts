import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string | undefined;

/** Writes a file that lives as long as this process, and gives its path. */
export function scratchFile(name: string, content: string | Uint8Array): string {
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'topoguard-bench-'));
    process.on('exit', () => rmSync(made, { recursive: true, force: true }));
    folder = made;
  }
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

export function bytesOf({ buffer, byteOffset, byteLength }: Float32Array | Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
