import type { Encoder } from '../../encoders/encoder.ts';
import { TopoGuardError } from '../../errors/index.ts';
import { foldOf } from './fold.ts';

/**
 * Encoders of one recipe, each trained without the questions and documents of one fold, as one encoder. A study makes and screens
 * the contexts of a fold with that fold's encoder alone: vectors of two of them do not compare, and scores of texts that an
 * encoder was trained on would flatter it.
 */
export class HeldOutEncoder implements Encoder {
  readonly id: string;
  readonly dimension: number;
  readonly fingerprint: string;
  /** The encoder of each fold, trained without it. */
  readonly folds: readonly Encoder[];

  /** @throws TopoGuardError OPTION_INVALID for fewer than two folds, DIMENSION_MISMATCH where dimensions differ */
  constructor(folds: readonly Encoder[]) {
    const [first] = folds;
    if (folds.length < 2) {
      throw new TopoGuardError('OPTION_INVALID', `${folds.length} held-out table is no split into folds`, {
        remedy: 'Give a table for each of two folds or more',
      });
    }
    const other = folds.find(({ dimension }) => dimension !== first.dimension);
    if (other) {
      throw new TopoGuardError(
        'DIMENSION_MISMATCH',
        `held-out tables of ${first.dimension} and ${other.dimension} dimensions are not of one recipe`,
        { remedy: 'Give tables that one run of the training wrote' },
      );
    }
    this.folds = folds;
    this.id = `${first.id} (held out, ${folds.length} folds)`;
    this.dimension = first.dimension;
    this.fingerprint = folds.map(({ fingerprint }) => fingerprint).join(' ');
  }

  /** Number of the fold that a question belongs to. @param id of the question's row */
  foldOf(id: string): number {
    return foldOf(id, this.folds.length);
  }

  /** Never answers: which fold a text belongs to is known only with its question. */
  async encode(): Promise<Float32Array> {
    throw new TopoGuardError('ENCODER_FAILED', `${this.id} encodes nothing by itself`, {
      remedy: 'Ask the encoder of the question’s fold',
    });
  }
}
