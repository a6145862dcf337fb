import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';

/**
 * Posts JSON and resolves to status and text. Not by fetch, which gives up on a server that is silent for five minutes, as one
 * with many requests in its queue is.
 *
 * @throws Error where there is no answer within `timeout` milliseconds, or no connection
 */
export function postJson(
  url: string,
  body: unknown,
  headers: Record<string, string>,
  timeout: number,
): Promise<{ status: number; text: string }> {
  const request = url.startsWith('https:') ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const data = Buffer.from(JSON.stringify(body));
    const sent = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'content-length': data.length },
        signal: AbortSignal.timeout(timeout),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      },
    );
    sent.on('error', reject);
    sent.end(data);
  });
}
