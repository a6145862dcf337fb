export {
  createStaticEncoder,
  DEFAULT_MAX_CHARACTERS,
  type StaticEncoder,
  type StaticEncoderOptions,
} from './static-encoder.ts';
