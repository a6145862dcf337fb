import { TopoGuardError } from '../../errors/index.ts';

export interface RetryPolicy {
  /** Milliseconds for one attempt, body included. */
  timeoutMs: number;
  /** Attempts after the first. */
  maxRetries: number;
  /** Wait before the first retry; doubles with each, and half of it is random. */
  retryDelayMs: number;
  /** Longest wait; a server that asks for a longer one ends the attempts. */
  maxRetryDelayMs: number;
}

export interface JsonRequest {
  url: URL;
  body: unknown;
  /** Sent as a bearer token where given; never part of an error. */
  apiKey: string | undefined;
  retry: RetryPolicy;
  signal: AbortSignal | undefined;
}

/** What one attempt came to: an answer, or a failure and how long the server asks to wait where it may be tried again. */
type Attempt = { answer: unknown } | { failure: TopoGuardError; retry: boolean; waitMs?: number };

/**
 * POSTs JSON and returns the JSON answer. Network errors, timeouts, broken-off bodies and the statuses 408, 425, 429 and
 * 5xx are tried again with exponential back-off, or after what `Retry-After` says.
 *
 * @throws TopoGuardError ENCODER_FAILED with the status and the address without query or credentials; the signal's reason
 *   where it is aborted
 */
export async function postJson(request: JsonRequest): Promise<unknown> {
  const { retry, signal } = request;
  for (let retries = 0; ; retries++) {
    signal?.throwIfAborted();
    const attempt = await post(request);
    if ('answer' in attempt) return attempt.answer;
    signal?.throwIfAborted();
    if (!attempt.retry || retries >= retry.maxRetries) throw withCount(attempt.failure, retries + 1);
    const backOff = Math.min(retry.maxRetryDelayMs, retry.retryDelayMs * 2 ** retries) * (0.5 + Math.random() / 2);
    const wait = attempt.waitMs ?? backOff;
    if (wait > retry.maxRetryDelayMs) {
      throw new TopoGuardError(
        'ENCODER_FAILED',
        `${attempt.failure.problem}; it asks to wait ${Math.ceil(wait / 1000)} s`,
        {
          remedy: 'Try again later, or raise maxRetryDelayMs.',
        },
      );
    }
    await sleep(wait, signal);
  }
}

async function post({ url, body, apiKey, retry, signal }: JsonRequest): Promise<Attempt> {
  const timeout = AbortSignal.timeout(retry.timeoutMs);
  const where = shown(url);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify(body),
      // A redirect would send the key and the texts somewhere else.
      redirect: 'manual',
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    });
    const text = await response.text();
    return response.ok ? parsed(text, where) : refused(response, text, where, apiKey);
  } catch (cause) {
    const reason = timeout.aborted ? `no answer in ${retry.timeoutMs} ms` : networkReason(cause);
    return {
      failure: new TopoGuardError('ENCODER_FAILED', `${where}: ${reason}`, {
        remedy: 'Check that the server runs and that baseUrl is right.',
        cause,
      }),
      retry: true,
    };
  }
}

function parsed(text: string, where: string): Attempt {
  try {
    return { answer: JSON.parse(text) };
  } catch (cause) {
    return {
      failure: new TopoGuardError('ENCODER_FAILED', `${where}: the answer is no JSON: ${excerpt(text)}`, {
        remedy: 'Check that baseUrl ends where the API begins, usually in /v1.',
        cause,
      }),
      retry: false,
    };
  }
}

function refused(response: Response, text: string, where: string, apiKey: string | undefined): Attempt {
  const { status } = response;
  const said = excerpt(apiKey === undefined ? text : text.replaceAll(apiKey, '[key]'));
  const waitMs = retryAfter(response.headers.get('retry-after'));
  return {
    failure: new TopoGuardError('ENCODER_FAILED', `${where}: status ${status}${said === '' ? '' : `: ${said}`}`, {
      remedy: remedyFor(status, apiKey !== undefined),
    }),
    retry: status === 408 || status === 425 || status === 429 || status >= 500,
    ...(waitMs === undefined ? {} : { waitMs }),
  };
}

function remedyFor(status: number, hasKey: boolean): string {
  if (status === 401 || status === 403) {
    return hasKey
      ? 'The server does not accept the key.'
      : 'The server wants a key and none was given: set OPENAI_API_KEY, or name the variable with apiKeyEnv.';
  }
  if (status === 404) return 'Check baseUrl and the model name.';
  if (status === 429) return 'The rate limit or quota is used up: lower concurrency, or raise maxRetries.';
  if (status >= 300 && status < 400) return 'The server redirects; give baseUrl as the address it redirects to.';
  return status >= 500 ? 'The server is failing; look at its log.' : 'The server does not accept the request.';
}

/** Milliseconds from a Retry-After header in seconds or as an HTTP date (RFC 9110, section 10.2.3). */
function retryAfter(header: string | null): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const ms = /^\s*\d+(?:\.\d+)?\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function withCount(failure: TopoGuardError, attempts: number): TopoGuardError {
  if (attempts === 1) return failure;
  return new TopoGuardError(failure.code, `${failure.problem} (after ${attempts} attempts)`, {
    ...(failure.remedy === undefined ? {} : { remedy: failure.remedy }),
    cause: failure.cause,
  });
}

/** Fetch hides what happened in the cause: `fetch failed` because of ECONNREFUSED. */
function networkReason(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const { cause } = thrown;
  if (!(cause instanceof Error)) return thrown.message;
  const code = (cause as { code?: unknown }).code;
  return `${thrown.message} (${typeof code === 'string' ? code : cause.message})`;
}

/** An address for an error: no credentials, no query. */
function shown(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
