export {
  createStaticEncoder,
  DEFAULT_MAX_CHARACTERS,
  isStaticEncoder,
  type ScannedSubwords,
  type StaticEncoder,
  type StaticEncoderOptions,
} from './static-encoder.ts';
