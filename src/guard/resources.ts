import type { Profile } from '../calibration/index.ts';
import { isStaticEncoder } from '../encoders/static/index.ts';
import { createEntityExtractor } from '../entities/index.ts';
import type { BackendInfo } from '../linalg/backend.ts';
import type { GuardEnvironment } from './environment.ts';
import { requireEncoder, type ScreeningOptions, screeningParameters } from './options.ts';
import { Screener } from './screener.ts';
import { SentenceFeatureCache } from './sentence-features.ts';

/** Loads what screening needs: backend, encoder, entity extractor, word frequencies. */
export async function loadScreener(
  environment: GuardEnvironment,
  options: ScreeningOptions,
  profile: Profile | null,
): Promise<{ screener: Screener; backendInfo: BackendInfo; entities: string }> {
  const parameters = screeningParameters(options, profile);
  const { backend, info } = environment.resolveBackend(options.backend);
  const calibratedEntities = profile?.entities;
  const extractor = await createEntityExtractor(
    options.entities ?? (calibratedEntities === 'compromise' ? 'compromise' : 'proper-noun'),
  );
  if (options.encoder !== undefined && options.encoder !== 'static') requireEncoder(options.encoder);
  const encoder =
    options.encoder === undefined || options.encoder === 'static'
      ? await environment.loadStaticEncoder()
      : options.encoder;
  const documentFrequencies = options.documentFrequencies ?? (await environment.loadDocumentFrequencies());
  const cache = new SentenceFeatureCache(extractor, isStaticEncoder(encoder) ? encoder.scanner : undefined);
  const screener = new Screener({ encoder, backend, parameters, cache, documentFrequencies });
  return { screener, backendInfo: info, entities: extractor.id };
}
