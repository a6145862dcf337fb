import { type Shape, ShapeScores, shapeKey } from '../calibration/index.ts';
import type { Detector, ReferenceSample, SignalValues } from '../detectors/index.ts';
import { type Observation, type SkippedContext, unusableFor } from './observe.ts';

/** Contexts whose signals are held before the reference of a detector that fuses p-values is fixed. */
const HELD_FOR_REFERENCE = 32_768;
/** Skipped contexts that are told one by one; the others are counted. */
const MAX_TOLD = 10_000;

interface Held {
  shape: Shape;
  values: SignalValues;
}

/**
 * What one detector takes from a stream of benign contexts, in bounded memory: scores by shape (exact up to a limit, then with
 * their upper tail exact; see ScoreSketch), and where it fuses p-values their reference.
 *
 * Such a detector spends every second context of each shape on the reference and sets its threshold on the others, so that the
 * threshold is of scores the reference has not seen. The reference is fixed after 32,768 contexts; all later ones go to the
 * threshold. With a reference given, all contexts do.
 */
export class DetectorCalibration {
  readonly detector: Detector;
  /** Whether contexts are spent on a reference. */
  readonly fitsReference: boolean;
  readonly #keep: number;
  readonly #onSkip: ((context: SkippedContext) => void) | undefined;
  readonly #scores = new ShapeScores();
  #reference: ReferenceSample | null;
  /** Null once the reference is fixed. */
  #held: Held[] | null;
  used = 0;
  readonly skipped: SkippedContext[] = [];
  skippedCount = 0;

  /** @param keep values of a signal behind its p-values */
  constructor(
    detector: Detector,
    reference: ReferenceSample | null,
    keep: number,
    onSkip?: (context: SkippedContext) => void,
  ) {
    this.#onSkip = onSkip;
    this.detector = detector;
    this.#reference = reference;
    this.#keep = keep;
    this.fitsReference = detector.fitted && reference === null;
    this.#held = this.fitsReference ? [] : null;
  }

  observe(observation: Observation): void {
    const unusable = unusableFor(this.detector, observation);
    if (unusable) {
      this.skip(unusable);
      return;
    }
    this.used++;
    const { values } = observation;
    const shape = this.detector.calibratedShape?.(values) ?? observation.shape;
    if (this.#held === null) {
      this.#score(shape, values);
      return;
    }
    this.#held.push({ shape, values: this.#needed(values) });
    if (this.#held.length >= HELD_FOR_REFERENCE) this.#fixReference();
  }

  skip(context: SkippedContext): void {
    this.skippedCount++;
    this.#onSkip?.(context);
    if (this.skipped.length < MAX_TOLD) this.skipped.push(context);
  }

  /** The outcome; nothing may be observed afterwards. */
  finish(): { scores: ShapeScores; reference: ReferenceSample | null } {
    this.#fixReference();
    return { scores: this.#scores, reference: this.#reference };
  }

  #fixReference(): void {
    const held = this.#held;
    if (held === null) return;
    const { fit, rest } = alternate(held);
    this.#reference = this.detector.fit!(
      fit.map((context) => context.values),
      this.#keep,
    );
    this.#held = null;
    for (const { shape, values } of rest) this.#score(shape, values);
  }

  #score(shape: Shape, values: SignalValues): void {
    this.#scores.add(shape, this.detector.score(values, this.#reference).score);
  }

  /** The detector's own values: everything else would be held for nothing. */
  #needed({ signals, documents, windows }: SignalValues): SignalValues {
    const { windowSignals } = this.detector;
    return {
      ...(windows === undefined || windowSignals.length === 0
        ? {}
        : {
            windows: {
              document: windows.document,
              size: windows.size,
              values: Object.fromEntries(windowSignals.map((name) => [name, windows.values[name]])),
            },
          }),
      signals: Object.fromEntries(this.detector.signals.map((name) => [name, signals[name]])),
      documents: Object.fromEntries(this.detector.documentSignals.map((name) => [name, documents[name]])),
    };
  }
}

/** Every second of a shape for the reference, the others for the threshold. */
function alternate(held: readonly Held[]): { fit: Held[]; rest: Held[] } {
  // Odd shapes out start with the threshold's half by turns, so that neither half is short of them.
  let turn = 0;
  const next = new Map<string, boolean>();
  const fit: Held[] = [];
  const rest: Held[] = [];
  for (const one of held) {
    const key = shapeKey(one.shape);
    const holds = next.get(key) ?? turn++ % 2 === 0;
    next.set(key, !holds);
    (holds ? rest : fit).push(one);
  }
  return { fit, rest };
}
