import { createHash } from 'node:crypto';

/** The fold of a question: the first four bytes of the SHA-256 of its id, modulo the number of folds, as tools/distill has it. */
export function foldOf(id: string, folds: number): number {
  return createHash('sha256').update(id).digest().readUInt32BE(0) % folds;
}
