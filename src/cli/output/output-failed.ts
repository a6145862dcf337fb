import { TopoGuardError } from '../../errors/index.ts';

/** Writing broke off in the middle of a run, e.g. on a full disk: unlike a path that cannot be opened, no fault of the usage. */
export class OutputFailed extends TopoGuardError {}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such directory',
  EACCES: 'writing there is not permitted',
  EPERM: 'writing there is not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EIO: 'the device failed',
  EISDIR: 'it is a directory',
};

/** A file system error of opening as a TopoGuardError. */
export function unwritable(file: string, cause: unknown): TopoGuardError {
  if (cause instanceof TopoGuardError) return cause;
  return new TopoGuardError('FILE_UNWRITABLE', reasonOf(cause), {
    location: { file },
    remedy: 'Give another path to write to',
    cause,
  });
}

/** A file system error of writing, once it has begun. */
export function writingFailed(file: string, cause: unknown): OutputFailed {
  return new OutputFailed('FILE_UNWRITABLE', reasonOf(cause), {
    location: { file },
    remedy: 'Make room, or write to another place',
    cause,
  });
}

function reasonOf(cause: unknown): string {
  const code = (cause as NodeJS.ErrnoException | null)?.code ?? '';
  return REASONS[code] ?? (cause instanceof Error ? cause.message : String(cause));
}
