import { createPrecomputedEncoder, type Encoder } from '../../src/encoders/index.ts';
import type { Context } from '../../src/text/index.ts';

/** Contexts of one fold, and the encoder that was trained without them. */
export interface HeldOutFold {
  contexts: Context[];
  encoder: Encoder;
}

/**
 * One encoder over the folds: each text has the vector of the encoder that was trained without it, under the name of the one that
 * ships. A text of several folds was seen by none of their encoders and belongs to the first; contexts that would mix vectors of
 * two encoders are left out, since those do not compare.
 */
export async function heldOutEncoder(
  folds: readonly HeldOutFold[],
  shipped: Encoder,
  sentencesPerDocument: number,
): Promise<{ encoder: Encoder; contexts: Context[] }> {
  const vectors = new Map<string, Float32Array>();
  const contexts: Context[] = [];
  for (const { contexts: candidates, encoder } of folds) {
    const foreign = new Set(vectors.keys());
    for (const context of candidates) {
      const texts = textsOf(context, sentencesPerDocument);
      if (texts.some((text) => foreign.has(text))) continue;
      for (const text of texts) if (!vectors.has(text)) vectors.set(text, await encoder.encode([text]));
      contexts.push(context);
    }
  }
  const { id, fingerprint } = shipped;
  return { encoder: { ...createPrecomputedEncoder({ id, vectors }), id, fingerprint }, contexts };
}

function textsOf(context: Context, sentencesPerDocument: number): string[] {
  return [context.query!, ...context.documents.flatMap((d) => d.sentences!.slice(0, sentencesPerDocument))].map(
    (text) => text.trim(),
  );
}
