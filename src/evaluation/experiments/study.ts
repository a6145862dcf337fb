import { setImmediate } from 'node:timers/promises';
import type { Encoder } from '../../encoders/encoder.ts';
import type { GuardEnvironment, Screener } from '../../guard/index.ts';
import { attackedContext, attackNamed, benignContexts } from '../attacks/index.ts';
import { buildMaterial, type EvaluationMaterial } from '../contexts/index.ts';
import type { PoisonedTexts } from '../datasets/index.ts';
import { developmentSize, type Split, splitsByRow } from '../metrics/index.ts';
import { ReasonCounts } from '../reason-counts.ts';
import type { ContextKind, DatasetRow, EvaluationContext } from '../types.ts';
import { type Observation, observe, screenerFor } from './observe.ts';
import type { PerformanceOptions } from './performance.ts';
import { RememberingEncoder } from './remembering-encoder.ts';

export interface StudyOptions {
  seed: number;
  /** Neighbours of the k-NN graph, weight of the spectral gap in hybrid, leading sentences a document. */
  k: number;
  alpha: number;
  sentences: number;
  /** False-positive rates of the thresholds, ascending. */
  fpr: readonly number[];
  /** Attack contexts drawn for each row and strategy. */
  draws: number;
  /** Random development/test splits by row, and bootstrap resamples over all of them. */
  splits: number;
  resamples: number;
}

export interface StudyInput {
  dataset: string;
  rows: readonly DatasetRow[];
  /** The encoder of the study, then others to compare it with. */
  encoders: readonly Encoder[];
  environment: GuardEnvironment;
  options: StudyOptions;
  poisonedTexts?: PoisonedTexts;
  signal?: AbortSignal;
  /** Told while texts are encoded, with the number done out of `total`. */
  onEncoded?: (done: number, total: number) => void;
}

/** Between the seeds of an attack's draws; the first draw is what `topoguard attack` writes with the same seed. */
const DRAW_STEP = 1_000_003;

/** Fitted detectors get one split where others get so many. */
const FITTED_SHARE = 4;

/** A set of contexts and how they are screened; what is left out is the study's own. */
export interface Setting {
  sentences?: number;
  k?: number;
  kind?: ContextKind;
  documents?: number;
  encoder?: Encoder;
}

/**
 * Everything that experiments share: materials by number of sentences, and the signals of each set of contexts, computed once
 * and kept by what they depend on.
 */
export class Study {
  readonly dataset: string;
  readonly encoder: Encoder;
  readonly encoders: readonly Encoder[];
  readonly options: StudyOptions;
  readonly rows: readonly DatasetRow[];
  /** Contexts, benign and attacked, that have no signals, by reason. */
  readonly notScreened = new ReasonCounts();
  readonly #input: StudyInput;
  readonly #kept = new Map<string, Promise<unknown>>();

  constructor(input: StudyInput) {
    this.#input = input;
    this.dataset = input.dataset;
    this.rows = input.rows;
    this.encoders = input.encoders.map((encoder) => RememberingEncoder.around(encoder));
    this.encoder = this.encoders[0];
    this.options = input.options;
  }

  /** What contexts with so many leading sentences a document are made of. */
  material(sentences = this.options.sentences): Promise<EvaluationMaterial> {
    return this.once(`material|${sentences}`, () =>
      buildMaterial(this.rows, this.encoder, {
        sentences,
        distractors: sentences === this.options.sentences,
        ...(this.#input.poisonedTexts ? { poisonedTexts: this.#input.poisonedTexts } : {}),
        ...(this.#input.signal ? { signal: this.#input.signal } : {}),
        ...(this.#input.onEncoded ? { onProgress: this.#input.onEncoded } : {}),
      }),
    );
  }

  /** Signals of the benign contexts. */
  benign(setting: Setting = {}): Promise<Observation[]> {
    return this.once(`benign|${this.#settingKey(setting)}`, async () => {
      const { contexts } = benignContexts(await this.material(setting.sentences), shapeOf(setting));
      return this.#observe(contexts, setting);
    });
  }

  /** Contexts of an attack, at most `draws` different ones a row. */
  attackContexts(name: string, setting: Setting = {}): Promise<EvaluationContext[]> {
    const shape = shapeOf(setting);
    const { sentences = this.options.sentences } = setting;
    return this.once(`contexts|${name}|${sentences}|${shape.kind}|${shape.documents}`, async () => {
      const material = await this.material(sentences);
      const attack = attackNamed(name);
      const { seed, draws } = this.options;
      return material.rows.flatMap((row) => {
        const seen = new Map<string, EvaluationContext>();
        for (let draw = 0; draw < draws; draw++) {
          const made = attackedContext(material, row, attack, { ...shape, seed: seed + DRAW_STEP * draw });
          if (typeof made === 'string') break;
          seen.set(JSON.stringify(made.documents.map((d) => d.sentences)), made);
        }
        return [...seen.values()];
      });
    });
  }

  /** Signals of the contexts of an attack. */
  attack(name: string, setting: Setting = {}): Promise<Observation[]> {
    return this.once(`attack|${name}|${this.#settingKey(setting)}`, async () =>
      this.#observe(await this.attackContexts(name, setting), setting),
    );
  }

  screener(setting: Setting = {}): Promise<Screener> {
    const { k = this.options.k, encoder = this.encoder } = setting;
    return this.once(`screener|${k}|${this.encoders.indexOf(encoder)}`, () =>
      screenerFor(this.#input.environment, encoder, k, this.options.alpha),
    );
  }

  /** Development/test splits over the rows of some benign contexts, the development part large enough for `rate` where it can be. */
  splits(
    benign: readonly Observation[],
    rate = Math.min(...this.options.fpr),
    share?: number,
    count = this.options.splits,
  ): Split[] {
    const { resamples, seed } = this.options;
    const rows = benign.map((o) => o.row);
    return splitsByRow(rows, developmentSize(rows.length, rate, share), count, resamples, seed);
  }

  /**
   * How performances on some benign contexts are measured.
   *
   * @param share of the rows that set thresholds; half, or more where the smallest rate needs it, by default
   */
  performanceOptions(benign: readonly Observation[], share?: number): PerformanceOptions {
    const { fpr, resamples, seed, splits } = this.options;
    const rate = Math.min(...fpr);
    return {
      fpr,
      resamples,
      seed,
      splits: this.splits(benign, rate, share),
      fittedSplits: this.splits(benign, rate, share, Math.ceil(splits / FITTED_SHARE)),
    };
  }

  /** A study of the same rows with another encoder of this one in front. */
  withEncoder(encoder: Encoder): Study {
    if (encoder === this.encoder) return this;
    const encoders = [encoder, ...this.encoders.filter((e) => e !== encoder)];
    return new Study({ ...this.#input, encoders });
  }

  /** One line on what a result rests on. */
  basis(parts: string): string {
    const { seed } = this.options;
    return `${this.dataset}, ${this.encoder.id}, ${parts}, seed ${seed}`;
  }

  throwIfAborted(): void {
    this.#input.signal?.throwIfAborted();
  }

  async #observe(contexts: readonly EvaluationContext[], setting: Setting): Promise<Observation[]> {
    // Lets an interrupt be noticed between stretches of computing.
    await setImmediate();
    this.throwIfAborted();
    return observe(await this.screener(setting), contexts, (_, reason) => {
      this.notScreened.add(`a context that could not be screened: ${reason}`);
    });
  }

  #settingKey(setting: Setting): string {
    const { sentences = this.options.sentences, k = this.options.k, encoder = this.encoder } = setting;
    const { kind, documents } = shapeOf(setting);
    return [sentences, k, this.encoders.indexOf(encoder), kind, documents].join('|');
  }

  /** What `make` gives, made once for a key. */
  once<T>(key: string, make: () => Promise<T>): Promise<T> {
    let kept = this.#kept.get(key) as Promise<T> | undefined;
    if (kept === undefined) {
      kept = make();
      this.#kept.set(key, kept);
    }
    return kept;
  }
}

function shapeOf({ kind = 'supporting', documents = 2 }: Setting): { kind: ContextKind; documents: number } {
  return { kind, documents };
}
