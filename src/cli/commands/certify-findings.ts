import { type Certificate, certificate, sampleComplexity } from '../../calibration/index.ts';
import { TopoGuardError } from '../../errors/index.ts';
import type { MeasuredFile, MeasuredGraph } from './certify-measure.ts';

export interface Proportion {
  count: number;
  of: number;
}

/** What `certify` found; its JSON output. */
export interface CertifyFindings {
  benign: FileCounts;
  attacked: FileCounts;
  epsilon: { value: number; quantile: number };
  delta: { value: number; quantile: number };
  /** Least ε with which the certificate would apply: 2√δ. */
  requiredEpsilon: number;
  certificate: Pick<Certificate, 'applies' | 'margin' | 'spectralThreshold' | 'scoreThreshold'>;
  /** What the theorem says about errors, under an assumed σ; null without one, or where it does not apply. */
  predicted: { sigma: number; constant: number; n: number; errorBound: number; sampleSize: number | null } | null;
  /** On the contexts that took no part in the estimates. */
  measured: {
    benignBelowEpsilon: Proportion;
    attacksAboveDelta: Proportion;
    certificate: { falsePositives: Proportion; detected: Proportion };
    calibrated: { detector: string; fpr: number; falsePositives: Proportion; detected: Proportion };
  };
}

export interface FileCounts {
  estimation: number;
  measurement: number;
  errors: number;
  abstained: number;
  /** Graphs whose conductance is the sweep cut's: too large to enumerate. */
  bySweep: number;
}

export interface CertifySettings {
  benignQuantile: number;
  attackQuantile: number;
  fpr: number;
  miss: number;
  sigma?: number;
  constant: number;
  detector: string;
}

/** @throws TopoGuardError CALIBRATION_TOO_SMALL where a half of a file has no graph */
export function findingsOf(benign: MeasuredFile, attacked: MeasuredFile, settings: CertifySettings): CertifyFindings {
  requireGraphs('benign', benign);
  requireGraphs('attacked', attacked);
  const { benignQuantile, attackQuantile, sigma, constant } = settings;
  const epsilon = conductances(benign.estimation)[Math.floor(benignQuantile * (benign.estimation.length - 1))]!;
  const delta = conductances(attacked.estimation)[Math.ceil(attackQuantile * (attacked.estimation.length - 1))]!;
  const n = medianSize([...benign.measurement, ...attacked.measurement]);
  const { applies, margin, spectralThreshold, scoreThreshold, errorBound } = certificate({
    epsilon,
    delta,
    sigma: sigma ?? 0,
    n,
    constant,
  });
  const share = (graphs: readonly MeasuredGraph[], holds: (graph: MeasuredGraph) => boolean): Proportion => ({
    count: graphs.filter(holds).length,
    of: graphs.length,
  });
  const above = (graph: MeasuredGraph) => graph.score > scoreThreshold;
  const flagged = (graph: MeasuredGraph) => graph.flagged;
  return {
    benign: countsOf(benign),
    attacked: countsOf(attacked),
    epsilon: { value: epsilon, quantile: benignQuantile },
    delta: { value: delta, quantile: attackQuantile },
    requiredEpsilon: 2 * Math.sqrt(delta),
    certificate: { applies, margin, spectralThreshold, scoreThreshold },
    predicted:
      applies && sigma !== undefined
        ? {
            sigma,
            constant,
            n,
            errorBound,
            sampleSize: sampleComplexity({
              epsilon,
              delta,
              sigma,
              constant,
              alpha: settings.miss,
              beta: settings.fpr,
            }).n,
          }
        : null,
    measured: {
      benignBelowEpsilon: share(benign.measurement, (graph) => graph.conductance < epsilon),
      attacksAboveDelta: share(attacked.measurement, (graph) => graph.conductance > delta),
      certificate: { falsePositives: share(benign.measurement, above), detected: share(attacked.measurement, above) },
      calibrated: {
        detector: settings.detector,
        fpr: settings.fpr,
        falsePositives: share(benign.measurement, flagged),
        detected: share(attacked.measurement, flagged),
      },
    },
  };
}

function requireGraphs(name: string, { estimation, measurement }: MeasuredFile): void {
  if (estimation.length > 0 && measurement.length > 0) return;
  throw new TopoGuardError(
    'CALIBRATION_TOO_SMALL',
    `the ${name} contexts give ${estimation.length} graphs to estimate from and ${measurement.length} to measure on`,
    { remedy: 'Give more contexts with two or more documents' },
  );
}

function conductances(graphs: readonly MeasuredGraph[]): Float64Array {
  return Float64Array.from(graphs, (graph) => graph.conductance).sort();
}

function medianSize(graphs: readonly MeasuredGraph[]): number {
  const sizes = Float64Array.from(graphs, (graph) => graph.n).sort();
  return sizes[Math.floor((sizes.length - 1) / 2)]!;
}

function countsOf({ estimation, measurement, left }: MeasuredFile): FileCounts {
  return {
    estimation: estimation.length,
    measurement: measurement.length,
    ...left,
    bySweep: [...estimation, ...measurement].filter((graph) => !graph.exact).length,
  };
}
