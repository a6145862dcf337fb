import type { Profile } from '../calibration/index.ts';
import type { Encoder } from '../encoders/encoder.ts';
import type { DocumentFrequencies } from '../entities/index.ts';
import type { CalibrateOptions, Calibration, Guard, GuardOptions } from '../guard/index.ts';
import type { BackendInfo } from '../linalg/backend.ts';
import type { ScreenReportInput } from '../report/index.ts';
import type { Context } from '../text/context.ts';

/** An optional package, and whether it can be imported here. */
export interface OptionalPackage {
  name: string;
  version?: string;
  /** Why it cannot be imported. */
  reason?: string;
}

/** What the commands ask of the rest of the package. Loaded where they are used, so that `--help` loads nothing. */
export interface Services {
  version: string;
  createGuard(options: GuardOptions): Promise<Guard>;
  calibrate(contexts: AsyncIterable<Context>, options: CalibrateOptions): Promise<Calibration>;
  parseProfile(value: unknown, source: string): Promise<Profile>;
  /** The encoder that a spec names, ready to use. */
  createEncoder(spec: string): Promise<Encoder>;
  /** A table of document frequencies from parsed JSON. */
  parseDocumentFrequencies(value: unknown, source: string): Promise<DocumentFrequencies>;
  /** Which backend runs by default, and why not another. @throws TopoGuardError where TOPOGUARD_BACKEND names none that loads */
  backendInfo(): Promise<BackendInfo>;
  /** The packages that the `transformers` encoder can use. */
  transformersPackages(): Promise<OptionalPackage[]>;
  /** Files that ship beside the code, with their size; null where one is missing. @throws TopoGuardError FILE_UNREADABLE */
  bundledFiles(): Promise<{ name: string; bytes: number | null }[]>;
  renderScreenReport(input: ScreenReportInput): Promise<string>;
}
