import { fingerprintsMatch } from '../../encoders/index.ts';
import { TopoGuardError } from '../../errors/index.ts';
import type { Profile } from '../profile-schema.ts';
import { type Shape, shapeKey } from '../shapes.ts';
import type { DriftAdvice, DriftCause, DriftEvidence, DriftFinding } from './advice.ts';
import { TestMartingale } from './martingale.ts';
import { type DriftOptions, type DriftSettings, driftSettings } from './options.ts';
import { RandomStream } from './random.ts';
import { ScoreReservoir } from './score-reservoir.ts';
import { ScoreWindows, type WindowTest } from './score-windows.ts';
import { ShapeReservoir } from './shape-reservoir.ts';
import { type DriftState, parseDriftState } from './state.ts';

/** What a monitor looks at in a result of live traffic; a ScreenResult is one. */
export interface LiveScore {
  /** Null when the guard abstained. */
  score: number | null;
  shape: Shape;
  /** Shape its score was held against, where that is another one. */
  calibratedShape?: Shape;
  detector?: string;
  /** Id of the encoder that ran. */
  encoder?: string;
}

/** Where a monitor stands. */
export interface DriftReport extends DriftAdvice {
  alpha: number;
  /** Results seen; of these `abstained` had no score, and `unwatched` were of shapes beyond `maxShapes`. */
  observations: number;
  abstained: number;
  unwatched: number;
  /** Evidence by martingale: the highest capital so far, and the capital that is an alarm. */
  martingales: Record<'score' | 'shapeSize' | 'shapeRarity', { capital: number; maximum: number; alarmAt: number }>;
  /** The last full window of each shape. */
  windows: { shape: string; distance: number; pValue: number; level: number }[];
}

export interface DriftMonitor {
  /**
   * Takes in one result of live traffic. Constant time and memory but for the number of shapes.
   *
   * @param options `fingerprint`: of the encoder as it is now, where the caller has just taken it
   * @throws TopoGuardError PROFILE_MISMATCH where the result is of another detector than the profile's
   */
  observe(result: LiveScore, options?: { fingerprint?: string }): DriftAdvice;
  advice(): DriftAdvice;
  report(): DriftReport;
  /** Everything that a later process needs to go on as if this one had not ended; plain JSON. */
  state(): DriftState;
}

/** Shares of α; their sum is 1. */
const SHARES = { score: 0.4, window: 0.2, shapeSize: 0.2, shapeRarity: 0.2 } as const;

/**
 * Watches live traffic for what makes calibrated thresholds wrong, and says when to recalibrate and why.
 *
 * As long as live contexts come independently from the source that the profile was calibrated on, the probability that it
 * ever advises recalibration is at most `alpha`, over a stream of any length: four tests run side by side, each at a share of
 * `alpha` that it keeps for all time (three conformal test martingales by Ville's inequality, the Kolmogorov–Smirnov windows
 * by spending). The probability is over the calibration sample as well as the stream.
 *
 * @param options settings, and the `state` of an earlier monitor to go on from
 * @throws TopoGuardError OPTION_INVALID, PROFILE_INVALID or PROFILE_MISMATCH (the state)
 */
export function createDriftMonitor(profile: Profile, options: DriftOptions & { state?: unknown } = {}): DriftMonitor {
  const { state, ...given } = options;
  const saved = state === undefined ? null : parseDriftState(state, profile);
  return new ProfileMonitor(profile, driftSettings(given, saved?.settings ?? null), saved);
}

class ProfileMonitor implements DriftMonitor {
  readonly #profile: Profile;
  readonly #settings: DriftSettings;
  readonly #random: RandomStream;
  readonly #martingales: Record<'score' | 'shapeSize' | 'shapeRarity', TestMartingale>;
  readonly #scores = new Map<string, ScoreReservoir>();
  readonly #shapes: ShapeReservoir;
  readonly #windows: ScoreWindows;
  readonly #counts = { observations: 0, abstained: 0, unwatched: 0 };
  #advice: DriftAdvice;

  constructor(profile: Profile, settings: DriftSettings, saved: DriftState | null) {
    const { alpha, capacity, maxShapes, window, seed } = settings;
    this.#profile = profile;
    this.#settings = settings;
    this.#random = saved ? new RandomStream(saved.random) : RandomStream.seeded(seed);
    const watched = [...profile.groups].sort((a, b) => b.count - a.count).slice(0, maxShapes);
    if (saved) {
      for (const { shape, scores } of saved.scores) this.#scores.set(shape, new ScoreReservoir(capacity, scores));
      Object.assign(this.#counts, saved.counts);
    } else {
      for (const group of watched) this.#scores.set(shapeKey(group), ScoreReservoir.of(group, capacity, this.#random));
    }
    this.#shapes = saved
      ? new ShapeReservoir(capacity, saved.shapes)
      : ShapeReservoir.of(profile.groups, capacity, this.#random);
    this.#windows = new ScoreWindows(
      new Map(watched.map((group) => [shapeKey(group), group])),
      window,
      alpha * SHARES.window,
      saved?.windows,
    );
    const martingale = (name: 'score' | 'shapeSize' | 'shapeRarity') =>
      new TestMartingale(alpha * SHARES[name], saved?.martingales[name]);
    this.#martingales = {
      score: martingale('score'),
      shapeSize: martingale('shapeSize'),
      shapeRarity: martingale('shapeRarity'),
    };
    const findings = saved?.findings ?? [];
    this.#advice = { recalibrate: findings.length > 0, findings };
  }

  observe(result: LiveScore, options: { fingerprint?: string } = {}): DriftAdvice {
    this.#requireOwn(result);
    this.#counts.observations++;
    if (!this.#sameEncoder(result.encoder, options.fingerprint)) return this.#advice;
    // Calibration leaves out what has nothing to compare; a shape that the guard abstains from is part of the mix.
    const shape = result.calibratedShape ?? result.shape;
    if (shape.documents >= 2) this.#observeShape(shape);
    if (result.score === null) this.#counts.abstained++;
    else this.#observeScore(shapeKey(shape), result.score);
    return this.#advice;
  }

  advice(): DriftAdvice {
    return this.#advice;
  }

  report(): DriftReport {
    const standing = ({ capital, maximum, level }: TestMartingale) => ({ capital, maximum, alarmAt: 1 / level });
    const { score, shapeSize, shapeRarity } = this.#martingales;
    return {
      ...this.#advice,
      alpha: this.#settings.alpha,
      ...this.#counts,
      martingales: { score: standing(score), shapeSize: standing(shapeSize), shapeRarity: standing(shapeRarity) },
      windows: this.#windows.state.last,
    };
  }

  state(): DriftState {
    const { score, shapeSize, shapeRarity } = this.#martingales;
    return {
      format: 'topoguard-drift',
      version: 1,
      profile: this.#profile.hash,
      settings: { ...this.#settings },
      counts: { ...this.#counts },
      random: this.#random.state,
      martingales: { score: score.state, shapeSize: shapeSize.state, shapeRarity: shapeRarity.state },
      scores: [...this.#scores].map(([shape, reservoir]) => ({ shape, scores: reservoir.scores })),
      shapes: this.#shapes.counts,
      windows: this.#windows.state,
      findings: this.#advice.findings.map((finding) => ({ ...finding })),
    };
  }

  #requireOwn({ detector, score, shape }: LiveScore): void {
    const expected = this.#profile.detector.name;
    if (detector !== undefined && detector !== expected) {
      throw new TopoGuardError(
        'PROFILE_MISMATCH',
        `profile ${this.#profile.name} is for ${expected}, the result is of ${detector}`,
        {
          location: { field: 'detector' },
          remedy: 'Make one monitor for each profile in use; guard.profileFor tells which one judges a context',
        },
      );
    }
    if (score !== null && !Number.isFinite(score)) throw invalidResult('score', score);
    if (!Number.isSafeInteger(shape?.documents)) throw invalidResult('shape.documents', shape?.documents);
    if (!Number.isSafeInteger(shape.sentences)) throw invalidResult('shape.sentences', shape.sentences);
  }

  /** False where the scores are another encoder's: there is nothing to learn from them. */
  #sameEncoder(id: string | undefined, fingerprint: string | undefined): boolean {
    const { encoder } = this.#profile;
    if (id !== undefined && id !== encoder.id) {
      this.#find('encoder changed', 'encoder id', `calibrated with ${encoder.id}, running with ${id}`);
      return false;
    }
    if (fingerprint !== undefined && !fingerprintsMatch(fingerprint, encoder.fingerprint)) {
      this.#find('encoder changed', 'encoder fingerprint', `${encoder.id} now has other weights than when calibrated`);
      return false;
    }
    return true;
  }

  #observeShape(shape: Shape): void {
    const { size, rarity } = this.#shapes.observe(shape, this.#random);
    const { shapeSize, shapeRarity } = this.#martingales;
    if (shapeSize.bet(size)) {
      this.#find(
        'shape mix changed',
        'shape size martingale',
        `contexts have become larger or smaller (${odds(shapeSize)})`,
      );
    }
    if (shapeRarity.bet(rarity)) {
      this.#find('shape mix changed', 'shape rarity martingale', `shapes come in other shares (${odds(shapeRarity)})`);
    }
  }

  #observeScore(shape: string, score: number): void {
    let reservoir = this.#scores.get(shape);
    if (!reservoir) {
      if (this.#scores.size >= this.#settings.maxShapes) {
        this.#counts.unwatched++;
        return;
      }
      reservoir = new ScoreReservoir(this.#settings.capacity, []);
      this.#scores.set(shape, reservoir);
    }
    const martingale = this.#martingales.score;
    if (martingale.bet(reservoir.observe(score, this.#random))) {
      this.#find(
        'score distribution moved',
        'score martingale',
        `scores are no longer like the benign ones (${odds(martingale)})`,
      );
    }
    const test = this.#windows.observe(shape, score);
    if (test && test.pValue <= test.level) {
      this.#find(
        'score distribution moved',
        'score window',
        `${this.#settings.window} scores of shape ${shape}: ${described(test)}`,
      );
    }
  }

  #find(cause: DriftCause, by: DriftEvidence, detail: string): void {
    if (this.#advice.findings.some((finding) => finding.by === by)) return;
    const finding: DriftFinding = { cause, by, observation: this.#counts.observations, detail };
    this.#advice = { recalibrate: true, findings: [...this.#advice.findings, finding] };
  }
}

function odds(martingale: TestMartingale): string {
  return `${Math.round(martingale.maximum)} to 1 against chance`;
}

function described({ distance, pValue }: WindowTest): string {
  return `Kolmogorov–Smirnov distance ${distance.toFixed(3)}, p ≤ ${pValue.toExponential(1)}`;
}

function invalidResult(field: string, value: unknown): TopoGuardError {
  return new TopoGuardError('OPTION_INVALID', `${field} is ${String(value)}`, {
    location: { field },
    remedy: 'Give the result of guard.screen as it is',
  });
}
