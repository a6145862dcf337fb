import { randomBytes } from 'node:crypto';
import { type FileHandle, open, realpath, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { TopoGuardError } from '../../errors/index.ts';

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
      const temporary = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.part`);
      const handle = await open(temporary, 'wx', existing ? existing.mode & 0o777 : 0o666);
      return new AtomicFile(path, target, temporary, handle);
    } catch (cause) {
      throw unwritable(path, cause);
    }
  }

  /** @throws TopoGuardError FILE_UNWRITABLE, e.g. on a full disk */
  async write(data: string | Uint8Array): Promise<void> {
    try {
      await this.handle.writeFile(data);
    } catch (cause) {
      throw unwritable(this.path, cause);
    }
  }

  /** Makes the file appear. @throws TopoGuardError FILE_UNWRITABLE, and then nothing has changed */
  async commit(): Promise<void> {
    try {
      if (this.temporary) await this.handle.sync();
      await this.close();
      if (this.temporary) await rename(this.temporary, this.target);
    } catch (cause) {
      await this.discard();
      throw unwritable(this.path, cause);
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

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such directory',
  EACCES: 'writing there is not permitted',
  EPERM: 'writing there is not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EISDIR: 'it is a directory',
};

function unwritable(file: string, cause: unknown): TopoGuardError {
  if (cause instanceof TopoGuardError) return cause;
  const code = (cause as NodeJS.ErrnoException | null)?.code ?? '';
  const problem = REASONS[code] ?? (cause instanceof Error ? cause.message : String(cause));
  return new TopoGuardError('FILE_UNWRITABLE', problem, {
    location: { file },
    remedy: 'Give another path to write to',
    cause,
  });
}
