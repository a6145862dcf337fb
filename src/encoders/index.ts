export type { Encoder } from './encoder.ts';
export { fingerprintOf, fingerprintsMatch, PROBE_TEXTS } from './fingerprint.ts';
export { createOpenAIEncoder, type OpenAIEncoderOptions } from './openai/index.ts';
export {
  createPrecomputedEncoder,
  type PrecomputedEncoderOptions,
  type PrecomputedTable,
} from './precomputed/index.ts';
export { createStaticEncoder, type StaticEncoder, type StaticEncoderOptions } from './static/index.ts';
export {
  createTransformersEncoder,
  type Dtype,
  TRANSFORMERS_PACKAGES,
  type TransformersEncoderOptions,
  type TransformersPackage,
} from './transformers/index.ts';
