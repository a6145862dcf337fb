import { type Detector, detectorNamed } from '../../detectors/index.ts';

/** A detector under evaluation. Higher scores are more attack-like, as everywhere. */
export interface EvaluatedDetector {
  name: string;
  /** What the paper calls it, where it is the paper's. */
  paperName?: string;
  group: 'paper' | 'baseline' | 'product';
  detector: Detector;
}

/** λ₂ + Entity over whole entity names, the paper's unit; `hybrid` is the same over entity words. */
export const HYBRID_NAMES = 'hybrid-names';
/** 1 − Jaccard over whole entity names. */
export const ENTITY_OVERLAP_NAMES = 'entity-overlap-names';

/** Signals that are computed again with `entityUnit: 'name'`, and the names they get. */
export const NAME_UNIT_SIGNALS: readonly (readonly [signal: string, as: string])[] = [
  ['entity-overlap', ENTITY_OVERLAP_NAMES],
  ['hybrid', HYBRID_NAMES],
];

function plain(name: string): Detector {
  return {
    name,
    signals: [name],
    documentSignals: [],
    windowSignals: [],
    requires: ['text'],
    fitted: false,
    score: (values) => ({ score: values.signals[name] }),
  };
}

function evaluated(name: string, group: EvaluatedDetector['group'], paperName?: string): EvaluatedDetector {
  const ours = NAME_UNIT_SIGNALS.some(([, as]) => as === name);
  return {
    name,
    group,
    detector: ours ? plain(name) : detectorNamed(name),
    ...(paperName === undefined ? {} : { paperName }),
  };
}

/** The paper's four, its two graph statistics, and the detectors that this package adds. */
export const EVALUATED_DETECTORS: readonly EvaluatedDetector[] = [
  evaluated('spectral-gap', 'paper', 'TopoGuard-λ₂'),
  evaluated('conductance', 'paper', 'TopoGuard-Conductance'),
  evaluated('modularity', 'paper', 'TopoGuard-Modularity'),
  evaluated(HYBRID_NAMES, 'paper', 'TopoGuard-λ₂+Entity'),
  evaluated('average-weight', 'baseline', 'GraphAvgWeight'),
  evaluated('density', 'baseline', 'NaiveDensity'),
  evaluated('hybrid', 'product'),
  evaluated('conductance-exact', 'product'),
  evaluated('pairwise-spectral-gap', 'product'),
  evaluated('pairwise-hybrid', 'product'),
  evaluated('document-gap', 'product'),
  evaluated('entity-overlap', 'product'),
  evaluated('query-distance', 'product'),
  evaluated('entity-link', 'product'),
  evaluated('query-echo', 'product'),
  evaluated('anchored', 'product'),
  evaluated('document-anomaly', 'product'),
  evaluated('composite', 'product'),
];

/** The paper's four detectors, λ₂ + Entity in the paper's unit. */
export const PAPER_DETECTORS = EVALUATED_DETECTORS.filter((d) => d.group === 'paper');

export function evaluatedDetector(name: string): EvaluatedDetector {
  return EVALUATED_DETECTORS.find((d) => d.name === name)!;
}

/** `TopoGuard-λ₂ (spectral-gap)`, or the name alone. */
export function labelOf({ name, paperName }: EvaluatedDetector): string {
  return paperName === undefined ? name : `${paperName} (${name})`;
}
