import { ablation } from './ablation.ts';
import { adaptive } from './adaptive.ts';
import { alphaSweep } from './alpha.ts';
import { benignFpr } from './benign-fpr.ts';
import { certificateExperiment } from './certificate.ts';
import { contextSize } from './context-size.ts';
import { crossSource } from './cross-source.ts';
import { degraded } from './degraded.ts';
import { detection } from './detection.ts';
import { documentGap } from './document-gap.ts';
import { documents } from './documents.ts';
import { encoders } from './encoders.ts';
import type { Experiment } from './experiment.ts';
import { goals } from './goals.ts';
import { kSweep } from './k-sweep.ts';
import { labelFree } from './label-free.ts';
import { latency } from './latency.ts';
import { noise } from './noise.ts';
import { poisonedRag } from './poisonedrag.ts';
import { transfer } from './transfer.ts';
import { whiteBox } from './white-box.ts';

export type { Experiment, Findings, FinishedExperiment, Measurement } from './experiment.ts';
export { Study, type StudyInput, type StudyOptions } from './study.ts';

/** Every experiment, in the order of the paper. */
export const EXPERIMENTS: readonly Experiment[] = [
  detection,
  benignFpr,
  transfer,
  latency,
  adaptive,
  alphaSweep,
  kSweep,
  noise,
  certificateExperiment,
  contextSize,
  poisonedRag,
  documentGap,
  documents,
  encoders,
  labelFree,
  goals,
  crossSource,
  ablation,
  whiteBox,
  degraded,
];
