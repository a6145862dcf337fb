import { setImmediate } from 'node:timers/promises';
import type { Encoder } from '../../encoders/encoder.ts';
import type { GuardEnvironment, Screener } from '../../guard/index.ts';
import { attackedContext, attackNamed, benignContexts } from '../attacks/index.ts';
import { buildMaterial, type EvaluationMaterial } from '../contexts/index.ts';
import type { PoisonedTexts } from '../datasets/index.ts';
import { HeldOutEncoder } from '../held-out/index.ts';
import { developmentSize, type Split, splitsByRow } from '../metrics/index.ts';
import { ReasonCounts } from '../reason-counts.ts';
import type { DatasetRow, EvaluationContext } from '../types.ts';
import { type Observation, observe, screenerFor } from './observe.ts';
import type { PerformanceOptions } from './performance.ts';
import { RememberingEncoder } from './remembering-encoder.ts';
import { type Setting, shapeOf, withoutEncoder } from './setting.ts';

export interface StudyOptions {
  seed: number;
  /** Neighbours of the k-NN graph, weight of the spectral gap in hybrid, leading sentences a document. */
  k: number;
  alpha: number;
  sentences: number;
  /** Whether words of titles count for `composite`; not by default. */
  titles?: boolean;
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
  /** Other data sets, for profiles that are used on traffic of another source. */
  otherSources?: readonly { dataset: string; rows: readonly DatasetRow[] }[];
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
const FITTED_SHARE = 8;

/** Rows that share an encoder. All of them, but for encoders that were trained without one fold each. */
interface Part {
  encoder: Encoder;
  holds(row: DatasetRow): boolean;
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
  readonly #parts: readonly Part[];
  readonly #kept = new Map<string, Promise<unknown>>();
  readonly #heldOutStudies = new Map<Encoder, Study>();

  constructor(input: StudyInput) {
    this.#input = input;
    this.dataset = input.dataset;
    this.rows = input.rows;
    this.encoders = input.encoders.map((encoder) =>
      encoder instanceof HeldOutEncoder ? encoder : RememberingEncoder.around(encoder),
    );
    this.encoder = this.encoders[0];
    this.options = input.options;
    this.#parts = partsOf(this.encoder);
  }

  /** What contexts are made of, for each part of the rows that has an encoder of its own; one where there is one encoder. */
  materials({ sentences = this.options.sentences, fewest = sentences }: Setting = {}): Promise<EvaluationMaterial[]> {
    return this.once(`materials|${sentences}|${fewest}`, async () => {
      const materials: EvaluationMaterial[] = [];
      for (const part of this.#parts) {
        materials.push(
          await buildMaterial(this.rows, part.encoder, {
            sentences,
            fewest,
            includes: (row) => part.holds(row),
            distractors: sentences === this.options.sentences,
            ...(this.#input.poisonedTexts ? { poisonedTexts: this.#input.poisonedTexts } : {}),
            ...(this.#input.signal ? { signal: this.#input.signal } : {}),
            ...(this.#input.onEncoded ? { onProgress: this.#input.onEncoded } : {}),
          }),
        );
      }
      return materials;
    });
  }

  /** The first of `materials`: enough for what needs vectors that compare, and not every row. */
  async material(): Promise<EvaluationMaterial> {
    const [first] = await this.materials();
    return first;
  }

  /** Signals of the benign contexts. */
  async benign(setting: Setting = {}): Promise<Observation[]> {
    const apart = this.#studyOf(setting.encoder);
    if (apart) return apart.benign(withoutEncoder(setting));
    return this.once(`benign|${this.#settingKey(setting)}`, async () => {
      const materials = await this.materials(setting);
      const contexts = materials.map((material) => benignContexts(material, shapeOf(setting)).contexts);
      return this.#observe(contexts, setting);
    });
  }

  /** Contexts of an attack, at most `draws` different ones a row, for each of `materials`. */
  attackContexts(name: string, setting: Setting = {}): Promise<EvaluationContext[][]> {
    const shape = shapeOf(setting);
    const { sentences = this.options.sentences, fewest = sentences } = setting;
    return this.once(`contexts|${name}|${sentences}|${fewest}|${shape.kind}|${shape.documents}`, async () => {
      const attack = attackNamed(name);
      const { seed, draws } = this.options;
      return (await this.materials(setting)).map((material) =>
        material.rows.flatMap((row) => {
          const seen = new Map<string, EvaluationContext>();
          for (let draw = 0; draw < draws; draw++) {
            const made = attackedContext(material, row, attack, { ...shape, seed: seed + DRAW_STEP * draw });
            if (typeof made === 'string') break;
            seen.set(JSON.stringify(made.documents.map((d) => d.sentences)), made);
          }
          return [...seen.values()];
        }),
      );
    });
  }

  /** Signals of the contexts of an attack. */
  async attack(name: string, setting: Setting = {}): Promise<Observation[]> {
    const apart = this.#studyOf(setting.encoder);
    if (apart) return apart.attack(name, withoutEncoder(setting));
    return this.once(`attack|${name}|${this.#settingKey(setting)}`, async () =>
      this.#observe(await this.attackContexts(name, setting), setting),
    );
  }

  /** What screens the contexts of one of `materials`; the first by default. */
  screener({ k = this.options.k, encoder }: Setting = {}, part = 0): Promise<Screener> {
    const by = encoder && encoder !== this.encoder ? encoder : this.#parts[part].encoder;
    return this.once(`screener|${k}|${part}|${this.encoders.indexOf(by)}`, () =>
      screenerFor(this.#input.environment, {
        encoder: by,
        k,
        alpha: this.options.alpha,
        titles: this.options.titles ?? false,
      }),
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

  /** Studies of the other sources, with the same encoders and options. */
  otherSources(): Promise<Study[]> {
    const { otherSources = [] } = this.#input;
    return this.once('other sources', async () =>
      otherSources.map(
        ({ dataset, rows }) => new Study({ ...this.#input, encoders: this.encoders, dataset, rows, otherSources: [] }),
      ),
    );
  }

  /** One line on what a result rests on. */
  basis(parts: string): string {
    const { seed, titles } = this.options;
    return `${this.dataset}, ${this.encoder.id}${this.#trainedHere()}, ${parts}${titles ? ', titles read' : ''}, seed ${seed}`;
  }

  /** Whether the encoder needs neither a model nor a service, so that many new texts cost little. */
  get answersAtOnce(): boolean {
    return this.#parts.every(({ encoder }) => encoder.encodeSync !== undefined);
  }

  throwIfAborted(): void {
    this.#input.signal?.throwIfAborted();
  }

  /** The bundled table has seen questions of the public data sets: what it does on those is no promise for others. */
  #trainedHere(): string {
    return this.encoder instanceof HeldOutEncoder || !this.encoder.id.startsWith('static:')
      ? ''
      : ' (the bundled table, trained on public multi-hop questions and flattered by them; see --held-out-tables)';
  }

  async #observe(contexts: readonly EvaluationContext[][], setting: Setting): Promise<Observation[]> {
    const { alteration } = setting;
    const observations: Observation[] = [];
    for (const [part, own] of contexts.entries()) {
      // Lets an interrupt be noticed between stretches of computing.
      await setImmediate();
      this.throwIfAborted();
      const altered = alteration ? own.map((context) => alteration.apply(context)) : own;
      const observed = await observe(await this.screener(setting, part), altered, (_, reason) => {
        this.notScreened.add(`a context that could not be screened: ${reason}`);
      });
      for (const observation of observed) observations.push(observation);
    }
    return observations;
  }

  /** A study of its own for an encoder that has parts, which this one's contexts do not have; null for any other. */
  #studyOf(encoder: Encoder | undefined): Study | null {
    if (!(encoder instanceof HeldOutEncoder) || encoder === this.encoder) return null;
    let study = this.#heldOutStudies.get(encoder);
    if (!study) {
      study = this.withEncoder(encoder);
      this.#heldOutStudies.set(encoder, study);
    }
    return study;
  }

  #settingKey(setting: Setting): string {
    const { sentences = this.options.sentences, fewest = sentences, k = this.options.k } = setting;
    const { encoder = this.encoder, alteration } = setting;
    const { kind, documents } = shapeOf(setting);
    return [sentences, fewest, k, this.encoders.indexOf(encoder), kind, documents, alteration?.name].join('|');
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

function partsOf(encoder: Encoder): Part[] {
  if (!(encoder instanceof HeldOutEncoder)) return [{ encoder, holds: () => true }];
  return encoder.folds.map((own, fold) => ({ encoder: own, holds: (row) => encoder.foldOf(row.id) === fold }));
}
