import { TopoGuardError } from '../../errors/index.ts';
import { wellFormed } from '../../text/index.ts';
import { batchesOf } from '../batches.ts';
import type { Encoder } from '../encoder.ts';
import { fingerprintOf, PROBE_TEXTS } from '../fingerprint.ts';
import { requireName, requireWhole } from '../options.ts';
import { inParallel } from './parallel.ts';
import { postJson, type RetryPolicy } from './request.ts';
import { vectorsOf } from './response.ts';

export interface OpenAIEncoderOptions {
  model: string;
  /** Where the API begins; OPENAI_BASE_URL or `https://api.openai.com/v1` by default. */
  baseUrl?: string;
  /** Asks the server for vectors of this length, where the model can shorten them. */
  dimensions?: number;
  /** Name of the environment variable that holds the key; OPENAI_API_KEY by default. No key, no header. */
  apiKeyEnv?: string;
  /** The key itself, where there are no environment variables. */
  apiKey?: string;
  /** Milliseconds for one attempt; 30,000 by default. */
  timeoutMs?: number;
  /** Attempts after the first; 4 by default. */
  maxRetries?: number;
  /** Milliseconds before the first retry, doubling with each; 500 by default. */
  retryDelayMs?: number;
  /** Longest wait before a retry; 60,000 by default. A server that asks for more ends the attempts. */
  maxRetryDelayMs?: number;
  /** Texts a request; 256 by default. */
  batchSize?: number;
  /** Characters a request; 200,000 by default. */
  maxBatchCharacters?: number;
  /** Requests at the same time; 4 by default. */
  concurrency?: number;
  /** `base64` is a third of the size and exact; `float` by default, which every server knows. */
  encodingFormat?: 'float' | 'base64';
  /** Ends the creation. */
  signal?: AbortSignal;
}

/**
 * An encoder behind any OpenAI-compatible `/embeddings` endpoint. Creating it sends one request with the probe texts, which
 * gives dimension and fingerprint and shows at once whether address, model and key are right. `id` is `openai:` and the
 * model's name.
 *
 * @throws TopoGuardError OPTION_INVALID; ENCODER_FAILED, DIMENSION_MISMATCH or EMBEDDING_NON_FINITE as encode() does
 */
export async function createOpenAIEncoder(options: OpenAIEncoderOptions): Promise<Encoder> {
  const model = requireName('model', options.model);
  const id = `openai:${model}`;
  const url = embeddingsUrl(options.baseUrl ?? environment('OPENAI_BASE_URL') ?? 'https://api.openai.com/v1');
  const apiKey = usableKey(options.apiKey ?? environment(options.apiKeyEnv ?? 'OPENAI_API_KEY'));
  const limits = {
    count: requireWhole('batchSize', options.batchSize ?? 256, 1),
    characters: requireWhole('maxBatchCharacters', options.maxBatchCharacters ?? 200_000, 1),
    padded: false,
  };
  const concurrency = requireWhole('concurrency', options.concurrency ?? 4, 1);
  const retry: RetryPolicy = {
    timeoutMs: requireWhole('timeoutMs', options.timeoutMs ?? 30_000, 1),
    maxRetries: requireWhole('maxRetries', options.maxRetries ?? 4, 0),
    retryDelayMs: requireWhole('retryDelayMs', options.retryDelayMs ?? 500, 0),
    maxRetryDelayMs: requireWhole('maxRetryDelayMs', options.maxRetryDelayMs ?? 60_000, 0),
  };
  const settings = {
    model,
    encoding_format: options.encodingFormat ?? 'float',
    ...(options.dimensions === undefined ? {} : { dimensions: requireWhole('dimensions', options.dimensions, 1) }),
  };

  const request = async (input: string[], width: number | undefined, signal: AbortSignal | undefined) =>
    vectorsOf(await postJson({ url, body: { ...settings, input }, apiKey, retry, signal }), input.length, width, id);

  const probes = await request([...PROBE_TEXTS], options.dimensions, options.signal);
  const dimension = probes.length / PROBE_TEXTS.length;
  return {
    id,
    dimension,
    fingerprint: fingerprintOf(probes, dimension),
    async encode(texts, { signal } = {}) {
      const vectors = new Float32Array(texts.length * dimension);
      await inParallel(batchesOf(texts, limits), concurrency, signal, async (batch, stop) => {
        const rows = await request(
          batch.map((i) => wellFormed(texts[i])),
          dimension,
          stop,
        );
        // The batches of unpadded limits are runs of neighbours.
        vectors.set(rows, batch[0] * dimension);
      });
      return vectors;
    },
  };
}

/** Variables of the process, where there is one: browsers and some edge runtimes have none. */
function environment(name: string): string | undefined {
  const value = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[name];
  return value === undefined || value.trim() === '' ? undefined : value;
}

function embeddingsUrl(baseUrl: string): URL {
  let url: URL | undefined;
  try {
    url = new URL(baseUrl);
  } catch {
    // Said below, in one place.
  }
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new TopoGuardError('OPTION_INVALID', 'must be an http or https address without credentials', {
      location: { field: 'baseUrl' },
      remedy: 'Give for example http://localhost:8080/v1, and the key in the variable that apiKeyEnv names.',
    });
  }
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/embeddings`;
  url.hash = '';
  return url;
}

/** A key that can stand in a header. One that cannot would be quoted by fetch's own error, so it is refused here. */
function usableKey(key: string | undefined): string | undefined {
  if (key === undefined) return undefined;
  const trimmed = key.trim();
  if (/^[\x21-\x7e]+$/.test(trimmed)) return trimmed;
  throw new TopoGuardError('OPTION_INVALID', 'the API key is empty or has characters that no key has', {
    location: { field: 'apiKey' },
    remedy: 'Look for line breaks or quotes in the environment variable.',
  });
}
