import type { Profile } from '../calibration/index.ts';
import type { Encoder } from '../encoders/encoder.ts';
import type { DocumentFrequencies } from '../entities/index.ts';
import type { Backend, BackendInfo, BackendName } from '../linalg/backend.ts';

/**
 * What differs between Node and browsers or edge runtimes: where bundled files come from, and which backends there are. The
 * package's two entry points pass their own, so that nothing below them imports node: modules.
 */
export interface GuardEnvironment {
  resolveBackend(option?: BackendName): { backend: Backend; info: BackendInfo };
  loadStaticEncoder(): Promise<Encoder>;
  loadDocumentFrequencies(): Promise<DocumentFrequencies>;
  /** The shipped profile of a detector for an encoder; null where none ships. */
  loadGenericProfile(encoder: string, detector: string): Promise<Profile | null>;
}
