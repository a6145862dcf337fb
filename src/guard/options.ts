import { GUARANTEES, type Guarantee, MAX_CONTAMINATION, type Profile } from '../calibration/index.ts';
import type { Encoder } from '../encoders/encoder.ts';
import type { DocumentFrequencies, EntityExtractor } from '../entities/index.ts';
import { TopoGuardError } from '../errors/index.ts';
import type { BackendName } from '../linalg/backend.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';

/** Sentences of a document that are screened: its first `sentencesPerDocument`, or all of them. */
export type Coverage = 'leading' | 'all';

/** What fixes the numbers that a context gets; shared by guards and calibration. */
export interface ScreeningOptions {
  /** Default `static`, the bundled encoder. */
  encoder?: Encoder | 'static';
  /** Default: native where the addon loads, else js; `TOPOGUARD_BACKEND` overrides. */
  backend?: BackendName;
  /** Neighbours of the k-NN graph, ≥ 1. Default 4 (paper section 5). */
  k?: number;
  /** Weight of the spectral gap in `hybrid`, in [0, 1]. Default 0.4 (paper section 4). */
  alpha?: number;
  /** Unit of entity-overlap. Default `word`; `name` is the paper's. */
  entityUnit?: 'word' | 'name';
  /** Default `proper-noun`. */
  entities?: 'proper-noun' | 'compromise' | EntityExtractor;
  /** Word frequencies behind idf. Default: the shipped table. */
  documentFrequencies?: DocumentFrequencies;
  /** Default `leading`. */
  coverage?: Coverage;
  /** Sentences a document with `coverage: 'leading'`. Default 3 (paper section 5). */
  sentencesPerDocument?: number;
  /**
   * Whether the words of a document's title count as words and names of its sentences, for `composite`. Whoever writes a document
   * writes its title, so a planted document may carry a fitting one. Default: the profile's, else false.
   */
  titles?: boolean;
  /** BCP 47 locale of sentence splitting. Default `en`. */
  locale?: string;
  limits?: Partial<Limits>;
}

/** Options of a guard. What a given profile fixes may be left out; naming something else is an error. */
export interface GuardOptions extends ScreeningOptions {
  /** Default: the profile's; without a profile `composite` where a query is given, else `pairwise-hybrid`. */
  detector?: string;
  /** A calibrated profile, as parsed JSON. Default: the generic profile that ships for `static`. */
  profile?: Profile | unknown;
  /** False-positive rate of the threshold, in (0, 1). Default: the profile's. */
  fpr?: number;
  /**
   * What becomes of a context whose shape the profile does not cover (fewer or more documents, or sentences per document, than
   * any it was calibrated on): judged by the nearest more conservative threshold, or verdict `abstain`. Default `nearest`.
   */
  uncoveredShapes?: 'nearest' | 'abstain';
  /** Which signals a result lists: those the detector rests on, or every one that can be computed. Default `detector`. */
  signals?: 'detector' | 'all';
  /** `graph` puts the similarity graph into each result. Default `none`. */
  detail?: 'none' | 'graph';
}

const GUARD_OPTIONS = {
  encoder: true,
  backend: true,
  k: true,
  alpha: true,
  entityUnit: true,
  entities: true,
  documentFrequencies: true,
  coverage: true,
  sentencesPerDocument: true,
  titles: true,
  locale: true,
  limits: true,
  detector: true,
  profile: true,
  fpr: true,
  uncoveredShapes: true,
  signals: true,
  detail: true,
} satisfies Record<keyof GuardOptions, true>;

/** @throws TopoGuardError OPTION_INVALID for a name that is no option, which would otherwise be a default taken in silence */
export function requireKnown(options: GuardOptions): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(GUARD_OPTIONS, name));
  if (unknown === undefined) return;
  throw new TopoGuardError('OPTION_INVALID', `there is no option ${JSON.stringify(unknown)}`, {
    location: { field: unknown },
    remedy: `Options are: ${Object.keys(GUARD_OPTIONS).join(', ')}`,
  });
}

/** Parameters with every default filled in and checked. */
export interface ScreeningParameters {
  k: number;
  alpha: number;
  entityUnit: 'word' | 'name';
  coverage: Coverage;
  sentencesPerDocument: number;
  titles: boolean;
  locale: string;
  limits: Limits;
}

/**
 * Fills in defaults: an option as given, else what the profile was calibrated with, else the package's default.
 *
 * @throws TopoGuardError OPTION_INVALID naming the option
 */
export function screeningParameters(options: ScreeningOptions, profile: Profile | null): ScreeningParameters {
  const parameters: ScreeningParameters = {
    k: options.k ?? profile?.detector.k ?? 4,
    alpha: options.alpha ?? profile?.detector.alpha ?? 0.4,
    entityUnit: options.entityUnit ?? profile?.detector.entityUnit ?? 'word',
    coverage: options.coverage ?? profile?.text.coverage ?? 'leading',
    sentencesPerDocument: options.sentencesPerDocument ?? profile?.text.sentencesPerDocument ?? 3,
    titles: options.titles ?? profile?.text.titles ?? false,
    locale: options.locale ?? 'en',
    limits: { ...DEFAULT_LIMITS, ...options.limits },
  };
  requireInteger('k', parameters.k, 1);
  requireInteger('sentencesPerDocument', parameters.sentencesPerDocument, 1);
  requireRange('alpha', parameters.alpha, (v) => v >= 0 && v <= 1, 'a number in [0, 1]');
  requireOneOf('entityUnit', parameters.entityUnit, ['word', 'name']);
  requireOneOf('titles', parameters.titles, [true, false]);
  requireOneOf('coverage', parameters.coverage, ['leading', 'all']);
  for (const [name, value] of Object.entries(parameters.limits)) {
    requireOneOf('limits', name, Object.keys(DEFAULT_LIMITS));
    // A cut text must hold at least one whole character.
    requireInteger(`limits.${name}`, value, name.endsWith('Characters') ? 2 : 1);
  }
  requireLocale(parameters.locale);
  return parameters;
}

/** @throws TopoGuardError OPTION_INVALID unless 0 < fpr < 1 */
export function requireRate(fpr: number): number {
  requireRange('fpr', fpr, (v) => v > 0 && v < 1, 'a number between 0 and 1, e.g. 0.01');
  return fpr;
}

/** @throws TopoGuardError OPTION_INVALID unless `marginal` or `pac` */
export function requireGuarantee(guarantee: Guarantee): Guarantee {
  requireOneOf('guarantee', guarantee, GUARANTEES);
  return guarantee;
}

/** @throws TopoGuardError OPTION_INVALID unless 0 ≤ contamination ≤ 0.1 */
export function requireContamination(contamination: number): number {
  requireRange(
    'contamination',
    contamination,
    (v) => v >= 0 && v <= MAX_CONTAMINATION,
    `a number from 0 to ${MAX_CONTAMINATION}`,
  );
  return contamination;
}

/** @throws TopoGuardError OPTION_INVALID unless the value is one of `choices` */
export function requireOneOf(name: string, value: unknown, choices: readonly (string | boolean)[]): void {
  if (!choices.includes(value as string | boolean)) throw invalid(name, value, `one of: ${choices.join(', ')}`);
}

function requireLocale(locale: unknown): void {
  try {
    if (typeof locale === 'string' && Intl.getCanonicalLocales(locale).length === 1) return;
  } catch {
    // Reported below, with the option's name.
  }
  throw invalid('locale', locale, 'a BCP 47 language tag, e.g. en or de-AT');
}

/** @throws TopoGuardError OPTION_INVALID unless it can encode and says what it is */
export function requireEncoder(encoder: unknown): void {
  const { id, dimension, fingerprint, encode } = (encoder ?? {}) as Partial<Encoder>;
  const complete =
    typeof id === 'string' && typeof fingerprint === 'string' && Number.isSafeInteger(dimension) && dimension! > 0;
  if (complete && typeof encode === 'function') return;
  throw invalid(
    'encoder',
    typeof encoder === 'string' ? encoder : typeof encoder,
    "'static', or an object with id, dimension, fingerprint and encode(texts)",
  );
}

function requireInteger(name: string, value: unknown, minimum: number): void {
  if (!Number.isSafeInteger(value) || (value as number) < minimum)
    throw invalid(name, value, `an integer of at least ${minimum}`);
}

function requireRange(name: string, value: number, holds: (v: number) => boolean, form: string): void {
  if (typeof value !== 'number' || !holds(value)) throw invalid(name, value, form);
}

function invalid(name: string, value: unknown, form: string): TopoGuardError {
  return new TopoGuardError('OPTION_INVALID', `option ${name} is ${JSON.stringify(value) ?? String(value)}`, {
    location: { field: name },
    remedy: `Give ${form}`,
  });
}
