import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fingerprintOf, PROBE_TEXTS } from '../../src/encoders/fingerprint.ts';
import { createOpenAIEncoder, type OpenAIEncoderOptions } from '../../src/encoders/openai/index.ts';

interface Asked {
  path: string | undefined;
  authorization: string | undefined;
  body: { model: string; input: string[]; dimensions?: number; encoding_format?: string };
}
type Handler = (asked: Asked, response: ServerResponse, count: number, request: IncomingMessage) => void;

/** A vector that tells which text it belongs to. */
const vectorOf = (text: string): number[] => [text.length, text.charCodeAt(0) || 0, 1];
const rows = (input: string[]) =>
  input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }));
const send = (response: ServerResponse, body: unknown, status = 200, headers = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
};
const answer: Handler = ({ body }, response) => send(response, { data: rows(body.input) });

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closers.splice(0)) await close();
});

/** A server on the loopback interface that answers the probe texts and hands every other request to `handler`. */
async function serve(handler: Handler, probe: Handler = answer) {
  const asked: Asked[] = [];
  let count = 0;
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      const one: Asked = { path: request.url, authorization: request.headers.authorization, body: JSON.parse(text) };
      if (one.body.input[0] === PROBE_TEXTS[0]) return probe(one, response, 0, request);
      asked.push(one);
      handler(one, response, count++, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { asked, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

async function encoder(handler: Handler, options: Partial<OpenAIEncoderOptions> = {}, probe?: Handler) {
  const server = await serve(handler, probe);
  const made = await createOpenAIEncoder({
    model: 'm',
    baseUrl: server.baseUrl,
    retryDelayMs: 1,
    apiKey: 'sk-secret',
    ...options,
  });
  return { ...server, encoder: made };
}

const TEXTS = Array.from({ length: 10 }, (_, i) => `${'x'.repeat(i)}text ${i}`);
const EXPECTED = Float32Array.from(TEXTS.flatMap(vectorOf));

/** Everything of an error that could be logged. */
function everything(thrown: unknown): string {
  const parts: string[] = [];
  for (let e = thrown; e instanceof Error; e = e.cause) parts.push(e.message, String(e.stack), JSON.stringify(e));
  return parts.join('\n');
}

async function failure(promise: Promise<unknown>): Promise<Error & { code?: string; location?: unknown }> {
  const thrown = await promise.then(
    () => new Error('nothing was thrown'),
    (e) => e,
  );
  expect(everything(thrown)).not.toContain('sk-secret');
  return thrown;
}

describe('createOpenAIEncoder', () => {
  it('knows id, dimension and fingerprint from the probe texts', async () => {
    const { encoder: e } = await encoder(answer);
    expect(e.id).toBe('openai:m');
    expect(e.dimension).toBe(3);
    expect(e.fingerprint).toBe(fingerprintOf(Float32Array.from(PROBE_TEXTS.flatMap(vectorOf)), 3));
  });

  it('keeps the order of texts over batches, concurrent requests and answers out of order', async () => {
    const { encoder: e, asked } = await encoder(
      ({ body }, response, count) =>
        setTimeout(() => send(response, { data: rows(body.input).reverse() }), 30 - count * 7),
      { batchSize: 3, concurrency: 3 },
    );
    expect(await e.encode(TEXTS)).toEqual(EXPECTED);
    expect(asked.map((a) => a.body.input.length)).toEqual([3, 3, 3, 1]);
    expect(await e.encode([])).toEqual(new Float32Array(0));
  });

  it('bounds a request by characters, a longer text alone', async () => {
    const { encoder: e, asked } = await encoder(answer, { maxBatchCharacters: 10, concurrency: 1 });
    await e.encode(['aaaa', 'bbbb', 'cccc', 'd'.repeat(50), 'e']);
    expect(asked.map((a) => a.body.input.map((t) => t.length))).toEqual([[4, 4], [4], [50], [1]]);
  });

  it('has no more requests open than allowed', async () => {
    let open = 0;
    let most = 0;
    const { encoder: e } = await encoder(
      ({ body }, response) => {
        most = Math.max(most, ++open);
        setTimeout(() => {
          open--;
          send(response, { data: rows(body.input) });
        }, 5);
      },
      { batchSize: 1, concurrency: 2 },
    );
    await e.encode(TEXTS);
    expect(most).toBe(2);
  });

  it('sends key, model, dimensions and format, and no key where there is none', async () => {
    vi.stubEnv('OPENAI_API_KEY', '');
    vi.stubEnv('MY_KEY', 'sk-mine');
    const keyed = await encoder(answer, { apiKey: undefined as never, apiKeyEnv: 'MY_KEY', dimensions: 3 });
    await keyed.encoder.encode(['a']);
    expect(keyed.asked[0]).toEqual({
      path: '/v1/embeddings',
      authorization: 'Bearer sk-mine',
      body: { model: 'm', encoding_format: 'float', dimensions: 3, input: ['a'] },
    });
    const open = await serve(answer);
    await (await createOpenAIEncoder({ model: 'm', baseUrl: `${open.baseUrl}/` })).encode(['a\ud800']);
    expect(open.asked[0]).toEqual({
      path: '/v1/embeddings',
      authorization: undefined,
      body: { model: 'm', encoding_format: 'float', input: ['a\ufffd'] },
    });
  });

  it('takes address and key from the environment', async () => {
    const server = await serve(answer);
    vi.stubEnv('OPENAI_BASE_URL', server.baseUrl);
    vi.stubEnv('OPENAI_API_KEY', 'sk-env');
    await (await createOpenAIEncoder({ model: 'm' })).encode(['a']);
    expect(server.asked[0].authorization).toBe('Bearer sk-env');
  });

  it('reads base64 vectors', async () => {
    const base64: Handler = ({ body }, response) =>
      send(response, {
        data: rows(body.input).map((r) => ({
          ...r,
          embedding: Buffer.from(Float32Array.from(r.embedding).buffer).toString('base64'),
        })),
      });
    const { encoder: e, asked } = await encoder(base64, { encodingFormat: 'base64' }, base64);
    expect(await e.encode(TEXTS)).toEqual(EXPECTED);
    expect(asked[0].body.encoding_format).toBe('base64');
  });
});

describe('retries', () => {
  it.each([429, 500, 503])('tries status %i again', async (status) => {
    const { encoder: e, asked } = await encoder((a, response, count) =>
      count < 2 ? send(response, { error: 'later' }, status) : answer(a, response, count, undefined as never),
    );
    expect(await e.encode(TEXTS)).toEqual(EXPECTED);
    expect(asked).toHaveLength(3);
  });

  it('waits as long as Retry-After says', async () => {
    const times: number[] = [];
    const { encoder: e } = await encoder((a, response, count, request) => {
      times.push(performance.now());
      if (count === 0) send(response, {}, 429, { 'retry-after': '1' });
      else answer(a, response, count, request);
    });
    expect(await e.encode(['a'])).toEqual(Float32Array.from(vectorOf('a')));
    expect(times[1] - times[0]).toBeGreaterThan(950);
  });

  it('gives up at once where Retry-After is longer than allowed', async () => {
    const { encoder: e, asked } = await encoder((_, response) => send(response, {}, 429, { 'retry-after': '3600' }));
    const thrown = await failure(e.encode(['a']));
    expect(thrown).toMatchObject({ code: 'ENCODER_FAILED' });
    expect(thrown.message).toContain('wait 3600 s');
    expect(asked).toHaveLength(1);
  });

  it('says how often it tried, and what the server said', async () => {
    const {
      encoder: e,
      asked,
      baseUrl,
    } = await encoder((_, response) => send(response, 'overloaded', 503), { maxRetries: 2 });
    const thrown = await failure(e.encode(['a']));
    expect(thrown.code).toBe('ENCODER_FAILED');
    expect(thrown.message).toContain(`${baseUrl}/embeddings: status 503: overloaded (after 3 attempts)`);
    expect(asked).toHaveLength(3);
  });

  it('tries a broken-off answer and a dropped connection again', async () => {
    const { encoder: e, asked } = await encoder((a, response, count, request) => {
      if (count === 0) {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' });
        response.write('{"data":[');
        setTimeout(() => response.destroy(), 10);
      } else if (count === 1) request.socket.destroy();
      else answer(a, response, count, request);
    });
    expect(await e.encode(TEXTS)).toEqual(EXPECTED);
    expect(asked).toHaveLength(3);
  });

  it('ends an attempt that takes too long, while waiting for head or body', async () => {
    const { encoder: e, asked } = await encoder(
      (_, response, count) => {
        if (count === 1) {
          response.writeHead(200);
          response.write('{');
        }
      },
      { timeoutMs: 60, maxRetries: 1 },
    );
    const thrown = await failure(e.encode(['a']));
    expect(thrown.code).toBe('ENCODER_FAILED');
    expect(thrown.message).toContain('no answer in 60 ms');
    expect(asked).toHaveLength(2);
  });

  it('reports a server that is not there', async () => {
    const server = await serve(answer);
    for (const close of closers.splice(0)) await close();
    const thrown = await failure(
      createOpenAIEncoder({ model: 'm', baseUrl: server.baseUrl, maxRetries: 1, retryDelayMs: 1 }),
    );
    expect(thrown.code).toBe('ENCODER_FAILED');
    expect(thrown.message).toContain('ECONNREFUSED');
  });
});

describe('answers that are refused at once', () => {
  it.each<[string, Handler, string, string]>([
    [
      '401 that quotes the key',
      (_, r) => send(r, { error: { message: 'Incorrect API key: sk-secret' } }, 401),
      'ENCODER_FAILED',
      'status 401',
    ],
    ['404', (_, r) => send(r, 'no such model', 404), 'ENCODER_FAILED', 'status 404'],
    ['a redirect', (_, r) => send(r, '', 307, { location: 'http://127.0.0.1:1/' }), 'ENCODER_FAILED', 'status 307'],
    ['an HTML page', (_, r) => send(r, '<html><body>Sign in</body></html>'), 'ENCODER_FAILED', 'no JSON: <html>'],
    [
      'NaN, which is no JSON',
      (_, r) => send(r, '{"data":[{"index":0,"embedding":[NaN,1,2]}]}'),
      'ENCODER_FAILED',
      'no JSON',
    ],
    ['no data', (_, r) => send(r, { embeddings: [] }), 'ENCODER_FAILED', 'no list "data"'],
    ['null', (_, r) => send(r, null), 'ENCODER_FAILED', 'no list "data"'],
    ['too few vectors', (_, r) => send(r, { data: [] }), 'ENCODER_FAILED', '0 vectors for 2 texts'],
    [
      'one index twice',
      (_, r) => send(r, { data: [0, 0].map((index) => ({ index, embedding: [1, 2, 3] })) }),
      'ENCODER_FAILED',
      'two vectors with index 0',
    ],
    [
      'an index out of range',
      (_, r) => send(r, { data: [0, 2].map((index) => ({ index, embedding: [1, 2, 3] })) }),
      'ENCODER_FAILED',
      'index is 2',
    ],
    [
      'a missing vector',
      (_, r) => send(r, { data: [{ index: 0, embedding: [1, 2, 3] }, {}] }),
      'ENCODER_FAILED',
      'data[1].embedding',
    ],
    [
      'broken base64',
      (_, r) => send(r, { data: [0, 1].map((index) => ({ index, embedding: '%%%' })) }),
      'ENCODER_FAILED',
      'no base64',
    ],
    [
      'half a float',
      (_, r) => send(r, { data: [0, 1].map((index) => ({ index, embedding: 'AAA=' })) }),
      'ENCODER_FAILED',
      '2 bytes',
    ],
    [
      'another dimension',
      (_, r) => send(r, { data: [0, 1].map((index) => ({ index, embedding: [1, 2] })) }),
      'DIMENSION_MISMATCH',
      'expected 3',
    ],
    [
      'null in a vector',
      (_, r) => send(r, { data: [0, 1].map((index) => ({ index, embedding: [1, null, 3] })) }),
      'EMBEDDING_NON_FINITE',
      'null in column 1',
    ],
    [
      'a number too large',
      (_, r) => send(r, '{"data":[{"index":0,"embedding":[1,2,1e99]},{"index":1,"embedding":[1,2,3]}]}'),
      'EMBEDDING_NON_FINITE',
      'column 2 of vector 0',
    ],
    [
      'NaN in base64',
      (_, r) =>
        send(r, {
          data: [0, 1].map((index) => ({
            index,
            embedding: Buffer.from(Float32Array.of(1, 2, Number.NaN).buffer).toString('base64'),
          })),
        }),
      'EMBEDDING_NON_FINITE',
      'column 2',
    ],
  ])('%s', async (_, handler, code, message) => {
    const { encoder: e, asked } = await encoder(handler);
    const thrown = await failure(e.encode(['a', 'b']));
    expect(thrown.code).toBe(code);
    expect(thrown.message).toContain(message);
    expect(asked).toHaveLength(1);
  });

  it('a dimension other than asked for, at creation', async () => {
    await expect(encoder(answer, { dimensions: 5 })).rejects.toMatchObject({ code: 'DIMENSION_MISMATCH' });
  });

  it('stops its other requests after a failure', async () => {
    const { encoder: e, asked } = await encoder(
      (a, response, count, request) =>
        count === 1 ? send(response, {}, 400) : setTimeout(() => answer(a, response, count, request), 20),
      { batchSize: 1, concurrency: 2 },
    );
    await failure(e.encode(TEXTS));
    const soon = asked.length;
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(asked.length).toBe(soon);
    expect(soon).toBeLessThan(TEXTS.length);
  });
});

describe('abort', () => {
  it('ends an open request, a wait for a retry, and does not begin', async () => {
    const reason = new Error('no longer wanted');
    const hanging = await encoder(() => undefined);
    const during = new AbortController();
    setTimeout(() => during.abort(reason), 20);
    expect(await failure(hanging.encoder.encode(['a'], { signal: during.signal }))).toBe(reason);

    const waiting = await encoder((_, response) => send(response, {}, 503, { 'retry-after': '30' }));
    const inWait = new AbortController();
    setTimeout(() => inWait.abort(reason), 50);
    expect(await failure(waiting.encoder.encode(['a'], { signal: inWait.signal }))).toBe(reason);

    const before = await encoder(answer);
    expect(await failure(before.encoder.encode(['a'], { signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(before.asked).toHaveLength(0);
  });
});

describe('options', () => {
  it.each<[string, Partial<OpenAIEncoderOptions>]>([
    ['model', { model: ' ' }],
    ['baseUrl', { baseUrl: 'localhost:8080' }],
    ['baseUrl', { baseUrl: 'http://user:sk-secret@127.0.0.1/v1' }],
    ['baseUrl', { baseUrl: 'nonsense' }],
    ['apiKey', { apiKey: 'sk-secret\nx' }],
    ['batchSize', { batchSize: 0 }],
    ['maxBatchCharacters', { maxBatchCharacters: 0.5 }],
    ['concurrency', { concurrency: 0 }],
    ['timeoutMs', { timeoutMs: 0 }],
    ['maxRetries', { maxRetries: -1 }],
    ['dimensions', { dimensions: 0 }],
  ])('refuses a wrong %s', async (field, options) => {
    const thrown = await failure(createOpenAIEncoder({ model: 'm', baseUrl: 'http://127.0.0.1:9/v1', ...options }));
    expect(thrown).toMatchObject({ code: 'OPTION_INVALID', location: { field } });
  });
});
