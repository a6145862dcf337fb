import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { packageRoot } from '../../src/package-files/index.ts';
import { scratchFile } from './scratch.ts';

/** A page in headless Chromium that has the browser build as `topoguard`. */
export interface ChromiumPage {
  /** Chromium and its version. */
  browser: string;
  /** Runs an asynchronous function of the page, given as source, on a value that can be written as JSON. */
  run<T>(source: string, given: unknown): Promise<T>;
  close(): Promise<void>;
}

const PAGE = `<!doctype html><title>bench</title><link rel="icon" href="data:,">
<script type="module">import * as topoguard from '/browser.js'; window.topoguard = topoguard;</script>`;

/**
 * Bundles dist/browser as a user would, and opens it from a server on loopback.
 *
 * @throws Error saying what is missing
 */
export async function openChromiumPage(): Promise<ChromiumPage> {
  const executable = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  if (!existsSync(executable)) throw new Error('no Chromium at CHROMIUM_PATH or its usual place');
  const entry = join(packageRoot(), 'dist', 'browser', 'browser.js');
  if (!existsSync(entry)) throw new Error('dist/ is not built (npm run build)');
  const folder = join(dirname(scratchFile('chromium.json', '{}')), 'chromium');
  await build({
    entryPoints: [entry],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    outdir: folder,
    external: ['@huggingface/transformers', '@xenova/transformers'],
    logLevel: 'silent',
  });
  const server = createServer((request, response) => {
    const name = (request.url ?? '/').slice(1);
    if (name === '') response.setHeader('content-type', 'text/html').end(PAGE);
    else if (readdirSync(folder).includes(name)) {
      response.setHeader('content-type', 'text/javascript').end(readFileSync(join(folder, name)));
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.waitForFunction('window.topoguard');
  return {
    browser: `Chromium ${browser.version()}`,
    run: (source, given) => page.evaluate(`(${source})(${JSON.stringify(given)})`),
    async close() {
      await browser.close();
      server.close();
    },
  };
}
