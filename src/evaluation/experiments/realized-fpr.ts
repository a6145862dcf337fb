import type { Detector } from '../../detectors/index.ts';
import { binomialError, mean } from '../metrics/index.ts';
import type { Observation } from './observe.ts';
import type { Estimate } from './performance.ts';
import { splitRates } from './split-rates.ts';
import type { Study } from './study.ts';

const SPLITS = 30;
/** Share of the questions that make reference and threshold. */
const DEVELOPMENT = 2 / 3;

/**
 * False alarms as a profile has them: reference and threshold from two thirds of the questions, the rate of the others; the mean over
 * random splits. What is tested here is that scores of contexts in the profile are like those of new ones.
 *
 * @returns for each rate of the study, with the binomial error of as many contexts as there are; null where they are too few
 */
export function realizedFpr(study: Study, detector: Detector, benign: readonly Observation[]): (Estimate | null)[] {
  const { fpr } = study.options;
  const splits = study
    .splits(benign, Math.min(...fpr), DEVELOPMENT, SPLITS)
    .map((split) => ({ ...split, resamples: [split.test] }));
  return splitRates(detector, benign, [], { fpr, splits, fittedSplits: splits }).map((rate) => {
    if (rate === null) return null;
    const value = mean(rate.fpr);
    return { mean: value, sd: binomialError(value, benign.length) };
  });
}
