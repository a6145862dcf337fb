import type { Profile } from '../calibration/index.ts';
import type { Encoder } from '../encoders/encoder.ts';
import type { DocumentFrequencies } from '../entities/index.ts';
import type { Backend, BackendInfo, BackendName } from '../linalg/backend.ts';
import type { Coverage } from './options.ts';

/**
 * What differs between Node and browsers or edge runtimes: where bundled files come from, and which backends there are. The
 * package's two entry points pass their own, so that nothing below them imports node: modules.
 */
export interface GuardEnvironment {
  resolveBackend(option?: BackendName): { backend: Backend; info: BackendInfo };
  loadStaticEncoder(): Promise<Encoder>;
  loadDocumentFrequencies(): Promise<DocumentFrequencies>;
  /** The shipped profile of a detector for an encoder and a coverage; null where none ships. */
  loadGenericProfile(encoder: string, detector: string, coverage: Coverage): Promise<Profile | null>;
}

/** Name of a shipped profile, without its ending. */
export function genericProfileName(detector: string, coverage: Coverage): string {
  return coverage === 'all' ? `${detector}-all` : detector;
}
