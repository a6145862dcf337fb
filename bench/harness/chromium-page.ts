import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type BuildResult, build } from 'esbuild';
import { packageRoot } from '../../src/package-files/index.ts';
import { launchChromium } from './chromium.ts';

const entry = join(packageRoot(), 'dist', 'browser', 'browser.js');

export function hasBrowserBuild(): boolean {
  return existsSync(entry);
}

/** Bundles dist/browser into a folder, as a user would. */
export function bundleBrowserBuild(folder: string): Promise<BuildResult> {
  return build({
    entryPoints: [entry],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    outdir: folder,
    // Optional peers; nobody who screens with `static` has them.
    external: ['@huggingface/transformers', '@xenova/transformers'],
    logLevel: 'silent',
  });
}

/** A page in headless Chromium that has the browser build as `topoguard`. */
export interface ChromiumPage {
  /** Chromium and its version. */
  browser: string;
  /** What the page threw, or logged as an error. */
  faults: string[];
  /** Runs an asynchronous function of the page, given as source, on a value that can be written as JSON. */
  run<T>(source: string, given: unknown): Promise<T>;
  close(): Promise<void>;
}

const PAGE = `<!doctype html><title>TopoGuard</title><link rel="icon" href="data:,">
<script type="module">import * as topoguard from '/browser.js'; window.topoguard = topoguard;</script>`;

/** Opens what `bundleBrowserBuild` made, from a server on loopback. */
export async function openChromiumPage(folder: string): Promise<ChromiumPage> {
  const browser = await launchChromium();
  const server = serve(folder);
  const close = async () => {
    await browser.close();
    server.close();
  };
  try {
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction('window.topoguard');
    return {
      browser: `Chromium ${browser.version()}`,
      faults,
      run: (source, given) => page.evaluate(`(${source})(${JSON.stringify(given)})`),
      close,
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

function serve(root: string): Server {
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1);
    if (name === '') {
      response.setHeader('content-type', 'text/html').end(PAGE);
    } else if (readdirSync(root).includes(name)) {
      response.setHeader('content-type', 'text/javascript').end(readFileSync(join(root, name)));
    } else {
      response.writeHead(404).end();
    }
  });
  server.listen(0, '127.0.0.1');
  return server;
}
