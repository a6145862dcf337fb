import { type FileHandle, open, realpath, rename, stat, unlink } from 'node:fs/promises';
import { unwritable, writingFailed } from './output-failed.ts';
import { partialPath, removeStalePartials } from './partial-files.ts';

/**
 * A file that appears whole or not at all: written beside its target under a temporary name, synced, then renamed over it.
 * A target that is no regular file (`/dev/null`, a named pipe) is written directly.
 */
export class AtomicFile {
  readonly path: string;
  private readonly handle: FileHandle;
  private readonly temporary: string | null;
  private readonly target: string;
  private open = true;

  private constructor(path: string, target: string, temporary: string | null, handle: FileHandle) {
    this.path = path;
    this.target = target;
    this.temporary = temporary;
    this.handle = handle;
  }

  /** @throws TopoGuardError FILE_UNWRITABLE */
  static async create(path: string): Promise<AtomicFile> {
    try {
      // A symbolic link stays one; the file that it points to is replaced.
      const target = await realpath(path).catch(() => path);
      const existing = await stat(target).catch(() => null);
      if (existing?.isDirectory()) throw Object.assign(new Error('it is a directory'), { code: 'EISDIR' });
      if (existing && !existing.isFile()) return new AtomicFile(path, target, null, await open(target, 'w'));
      await removeStalePartials(target);
      const temporary = partialPath(target);
      const handle = await open(temporary, 'wx', existing ? existing.mode & 0o777 : 0o666);
      return new AtomicFile(path, target, temporary, handle);
    } catch (cause) {
      throw unwritable(path, cause);
    }
  }

  /** @throws OutputFailed e.g. on a full disk */
  async write(data: string | Uint8Array): Promise<void> {
    try {
      await this.handle.writeFile(data);
    } catch (cause) {
      throw writingFailed(this.path, cause);
    }
  }

  /** Makes the file appear. @throws OutputFailed and then nothing has changed */
  async commit(): Promise<void> {
    try {
      if (this.temporary) await this.handle.sync();
      await this.close();
      if (this.temporary) await rename(this.temporary, this.target);
    } catch (cause) {
      await this.discard();
      throw writingFailed(this.path, cause);
    }
  }

  /** Removes what was written; does nothing after a commit. */
  async discard(): Promise<void> {
    await this.close().catch(() => {});
    if (this.temporary) await unlink(this.temporary).catch(() => {});
  }

  private async close(): Promise<void> {
    if (!this.open) return;
    this.open = false;
    await this.handle.close();
  }
}

/** Writes a whole file at once, or nothing. @throws TopoGuardError FILE_UNWRITABLE */
export async function writeFileAtomically(path: string, data: string | Uint8Array): Promise<void> {
  const file = await AtomicFile.create(path);
  try {
    await file.write(data);
    await file.commit();
  } finally {
    await file.discard();
  }
}
