import { TopoGuardError } from '../../errors/index.ts';
import { TurnBudget } from '../../event-loop/index.ts';
import { WordScanner } from '../../text/index.ts';
import type { Encoder } from '../encoder.ts';
import { fingerprintOf, PROBE_TEXTS } from '../fingerprint.ts';
import { requireWhole } from '../options.ts';
import { parseTokenTable } from './format.ts';
import { POOLED_TEXTS, poolingFor } from './pooling.ts';
import { Tokenizer } from './tokenizer.ts';

/** UTF-16 units of a text that are read; the rest is left out. A sentence is rarely longer than 1,000. */
export const DEFAULT_MAX_CHARACTERS = 20_000;

export interface StaticEncoderOptions {
  /** UTF-16 units of each text that are read, ≥ 1; default DEFAULT_MAX_CHARACTERS. */
  maxCharacters?: number;
}

/** Subword units of each text as `scanner` gives them, null for a text that is still to be read. */
export type ScannedSubwords = readonly (readonly number[] | null)[];

/** An encoder that needs no model and no promise. */
export interface StaticEncoder extends Encoder {
  /** Reads texts for this encoder; what it finds can be given to `encode`, which then reads nothing twice. */
  readonly scanner: WordScanner;
  encode(
    texts: readonly string[],
    options?: { signal?: AbortSignal; subwords?: ScannedSubwords },
  ): Promise<Float32Array>;
  encodeSync(texts: readonly string[], subwords?: ScannedSubwords): Float32Array;
}

/** Whether an encoder takes what `scanner` read, and so is a static one. */
export function isStaticEncoder(encoder: Encoder): encoder is StaticEncoder {
  return 'scanner' in encoder && encoder.scanner instanceof WordScanner;
}

/**
 * Encoder over a table of token vectors distilled from a sentence transformer (docs/method.md §4): uncased WordPiece tokens,
 * their rows summed with a bias, unit length. The same text gives the same bits on every machine, alone or in a batch.
 * A text without words, or in a script that the vocabulary does not spell, is the zero vector.
 *
 * @param asset bytes of assets/static-encoder.bin (format.ts); kept, not copied, so do not change them afterwards
 * @throws TopoGuardError ENCODER_FAILED for a damaged asset, OPTION_INVALID for a wrong option
 */
export function createStaticEncoder(
  asset: Uint8Array | ArrayBuffer,
  options: StaticEncoderOptions = {},
): StaticEncoder {
  const maxCharacters = requireWhole('maxCharacters', options.maxCharacters ?? DEFAULT_MAX_CHARACTERS, 1);
  const table = parseTokenTable(asset);
  const tokenizer = new Tokenizer(table.tokens);
  const pooling = poolingFor(table);
  const { dimension } = table;

  /** Pools texts[start … end), at most POOLED_TEXTS; gives their vectors, which the next call overwrites. */
  function encodeSome(
    texts: readonly string[],
    subwords: ScannedSubwords | undefined,
    start: number,
    end: number,
  ): Float32Array {
    for (let i = start; i < end; i++) {
      const text = texts[i];
      if (typeof text !== 'string') {
        throw new TopoGuardError('CONTEXT_INVALID', `a text to encode is ${text === null ? 'null' : typeof text}`, {
          location: { index: i },
          remedy: 'Give strings',
        });
      }
      const known = text.length <= maxCharacters ? subwords?.[i] : undefined;
      if (known) pooling.pool(known, known.length, i - start);
      else {
        const count = tokenizer.tokenize(text, maxCharacters);
        pooling.pool(tokenizer.rows, count, i - start);
      }
    }
    return pooling.vectors.subarray(0, (end - start) * dimension);
  }

  function encodeSync(texts: readonly string[], subwords?: ScannedSubwords): Float32Array {
    if (texts.length <= POOLED_TEXTS) return encodeSome(texts, subwords, 0, texts.length).slice();
    const out = new Float32Array(texts.length * dimension);
    for (let start = 0; start < texts.length; start += POOLED_TEXTS) {
      out.set(encodeSome(texts, subwords, start, Math.min(texts.length, start + POOLED_TEXTS)), start * dimension);
    }
    return out;
  }

  async function encode(
    texts: readonly string[],
    call: { signal?: AbortSignal; subwords?: ScannedSubwords } = {},
  ): Promise<Float32Array> {
    const out = new Float32Array(texts.length * dimension);
    const budget = new TurnBudget();
    call.signal?.throwIfAborted();
    for (let start = 0; start < texts.length; start += POOLED_TEXTS) {
      // Gives an abort the chance to be heard.
      if (budget.spent) await budget.renew(call.signal);
      const end = Math.min(texts.length, start + POOLED_TEXTS);
      out.set(encodeSome(texts, call.subwords, start, end), start * dimension);
    }
    return out;
  }

  let fingerprint: string | undefined;
  return {
    id: table.name,
    dimension,
    scanner: tokenizer.scanner,
    get fingerprint() {
      fingerprint ??= fingerprintOf(encodeSync(PROBE_TEXTS), dimension);
      return fingerprint;
    },
    encode,
    encodeSync,
  };
}
