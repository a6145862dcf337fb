import type { Signal } from '../features.ts';
import { averageWeight, pairwiseAverageWeight } from './average-weight.ts';
import { conductance, pairwiseConductance } from './conductance.ts';
import { conductanceExact, pairwiseConductanceExact } from './conductance-exact.ts';
import { conductanceSweep, pairwiseConductanceSweep } from './conductance-sweep.ts';
import { density, pairwiseDensity } from './density.ts';
import { documentGap } from './document-gap.ts';
import { entityLink } from './entity-link.ts';
import { entityOverlap } from './entity-overlap.ts';
import { hybrid, pairwiseHybrid } from './hybrid.ts';
import { modularity, pairwiseModularity } from './modularity.ts';
import { queryDistance } from './query-distance.ts';
import { queryEcho } from './query-echo.ts';
import { pairwiseSpectralGap, spectralGap } from './spectral-gap.ts';

/**
 * Every signal of a context. `document-anomaly`, which needs benign documents to compare with, is a detector of its own.
 * `entity-overlap` and `document-gap` are pairwise by definition.
 */
export const SIGNALS: readonly Signal[] = [
  spectralGap,
  conductance,
  conductanceSweep,
  conductanceExact,
  modularity,
  averageWeight,
  density,
  entityOverlap,
  hybrid,
  pairwiseSpectralGap,
  pairwiseConductance,
  pairwiseConductanceSweep,
  pairwiseConductanceExact,
  pairwiseModularity,
  pairwiseAverageWeight,
  pairwiseDensity,
  pairwiseHybrid,
  documentGap,
  queryDistance,
  entityLink,
  queryEcho,
];
