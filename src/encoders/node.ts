/** The encoders surface for Node: adds what reads files, and encoders by their name on a command line. */

export { encoderFromSpec } from './encoder-from-spec.ts';
export * from './index.ts';
export { loadPrecomputed } from './precomputed/load-files.ts';
export { ENCODER_SPEC_FORMS, type EncoderSpec, parseEncoderSpec } from './spec.ts';
export { loadStaticEncoder } from './static/load-node.ts';
