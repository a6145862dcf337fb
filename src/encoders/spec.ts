import { TopoGuardError } from '../errors/index.ts';

/** An encoder as named on a command line. */
export type EncoderSpec =
  | { kind: 'static' }
  | { kind: 'transformers'; model: string }
  | { kind: 'openai'; model: string }
  | { kind: 'precomputed'; path: string };

/** The forms that parseEncoderSpec understands, for help texts. */
export const ENCODER_SPEC_FORMS = [
  'static',
  'transformers:MODEL (hub name or model folder)',
  'openai:MODEL (address and key from OPENAI_BASE_URL and OPENAI_API_KEY)',
  'precomputed:DIR/NAME (reads NAME.f32 and NAME.sentences.json.gz)',
] as const;

/**
 * Reads `static`, `transformers:MODEL`, `openai:MODEL` or `precomputed:DIR/NAME`. The part behind the first colon may hold
 * colons of its own.
 *
 * @throws TopoGuardError OPTION_INVALID that lists the forms
 */
export function parseEncoderSpec(spec: string): EncoderSpec {
  const colon = spec.indexOf(':');
  const kind = colon < 0 ? spec : spec.slice(0, colon);
  const rest = colon < 0 ? '' : spec.slice(colon + 1).trim();
  if (kind === 'static' && colon < 0) return { kind };
  if (rest !== '') {
    if (kind === 'transformers' || kind === 'openai') return { kind, model: rest };
    if (kind === 'precomputed') return { kind, path: rest };
  }
  throw new TopoGuardError('OPTION_INVALID', `${JSON.stringify(spec)} names no encoder`, {
    location: { field: 'encoder' },
    remedy: `Use one of: ${ENCODER_SPEC_FORMS.join('; ')}.`,
  });
}
