import type { Context } from '../../src/text/index.ts';
import { postJson } from './post.ts';
import { concatenated, llamaGuardPrompt } from './prompt.ts';

/** Where an OpenAI-compatible server is, and how it is asked. */
export interface Endpoint {
  /** With or without /v1 at its end. */
  url: string;
  model: string;
  /** `completions`: the whole prompt is ours. `chat`: the server's own template makes it. */
  api: 'completions' | 'chat';
  key?: string;
}

/** What one request said of itself; tokens only where the server tells them. */
export interface Answer {
  promptTokens?: number;
  completionTokens?: number;
  /** Prompt tokens that the server did not compute anew. */
  cachedTokens?: number;
}

/** A stand-in on a busy machine takes minutes where many are in flight. */
const TIMEOUT_MS = 1_800_000;
const ALTERNATIVES = 5;

interface CompletionBody {
  choices?: { logprobs?: unknown }[];
  usage?: {
    prompt_tokens?: number;
    completion_tokens?: number;
    prompt_tokens_details?: { cached_tokens?: number };
  };
}

/**
 * One classification: one token with its log-probabilities.
 *
 * @throws Error where the server refuses, or gives no log-probabilities (a verdict could not be read then)
 */
export async function classify(endpoint: Endpoint, context: Context): Promise<Answer> {
  const message = concatenated(context);
  const chat = endpoint.api === 'chat';
  const base = `${endpoint.url.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`;
  const asked = chat
    ? { messages: [{ role: 'user', content: message }], logprobs: true, top_logprobs: ALTERNATIVES }
    : { prompt: llamaGuardPrompt(message), logprobs: ALTERNATIVES };
  const { status, text } = await postJson(
    `${base}/${chat ? 'chat/completions' : 'completions'}`,
    { model: endpoint.model, max_tokens: 1, temperature: 0, ...asked },
    endpoint.key === undefined ? {} : { authorization: `Bearer ${endpoint.key}` },
    TIMEOUT_MS,
  );
  if (status !== 200) throw new Error(`the endpoint answered ${status}: ${text.slice(0, 300)}`);
  const { choices, usage } = JSON.parse(text) as CompletionBody;
  if (!choices?.[0]?.logprobs) throw new Error('the endpoint gave no log-probabilities');
  const cached = usage?.prompt_tokens_details?.cached_tokens;
  return {
    ...(usage?.prompt_tokens === undefined ? {} : { promptTokens: usage.prompt_tokens }),
    ...(usage?.completion_tokens === undefined ? {} : { completionTokens: usage.completion_tokens }),
    ...(cached === undefined ? {} : { cachedTokens: cached }),
  };
}
