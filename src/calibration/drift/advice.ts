/** Why calibrated thresholds no longer fit the traffic. */
export type DriftCause = 'encoder changed' | 'shape mix changed' | 'score distribution moved';

/** What noticed it. */
export type DriftEvidence =
  | 'encoder id'
  | 'encoder fingerprint'
  | 'score martingale'
  | 'score window'
  | 'shape size martingale'
  | 'shape rarity martingale';

export interface DriftFinding {
  cause: DriftCause;
  by: DriftEvidence;
  /** Number of the observation that brought it out, from 1. */
  observation: number;
  /** For people. */
  detail: string;
}

export interface DriftAdvice {
  recalibrate: boolean;
  /** In the order in which they came out; each kind of evidence once. A finding stays until the monitor is made anew. */
  findings: readonly DriftFinding[];
}
