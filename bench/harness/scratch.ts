import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string | undefined;

/** A folder that lives as long as this process. */
function ownFolder(): string {
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'topoguard-bench-'));
    process.on('exit', () => rmSync(made, { recursive: true, force: true }));
    folder = made;
  }
  return folder;
}

/** Writes a file that lives as long as this process, and gives its path. */
export function scratchFile(name: string, content: string | Uint8Array): string {
  const path = join(ownFolder(), name);
  writeFileSync(path, content);
  return path;
}

/** The path of a folder for a tool that makes it, which lives as long as this process. */
export function scratchFolder(name: string): string {
  return join(ownFolder(), name);
}

export function bytesOf({ buffer, byteOffset, byteLength }: Float32Array | Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
