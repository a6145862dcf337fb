import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGuard, type ScreenResult } from '../../src/index.ts';
import { exampleContexts } from '../guard/toy.ts';
import { chromiumIsAbsent, launchChromium } from './chromium.ts';

const entry = fileURLToPath(new URL('../../dist/browser/browser.js', import.meta.url));

function distIsAbsent(): boolean {
  const absent = !existsSync(entry);
  if (absent) console.warn('skipped: dist/ is not built (npm run build)');
  return absent;
}

describe.skipIf(distIsAbsent())('the browser build, bundled by a user', () => {
  let directory: string;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'topoguard-bundle-'));
    const outcome = await build({
      entryPoints: [entry],
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'browser',
      outdir: directory,
      // Optional peers; nobody who screens with `static` has them.
      external: ['@huggingface/transformers', '@xenova/transformers'],
      logLevel: 'silent',
      metafile: true,
    });
    expect(outcome.errors).toEqual([]);
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('imports nothing of Node', () => {
    for (const name of readdirSync(directory).filter((file) => file.endsWith('.js'))) {
      const code = readFileSync(join(directory, name), 'utf8');
      expect(code, name).not.toMatch(/(?:from|import)\s*\(?\s*["']node:/);
      expect(code, name).not.toMatch(/\brequire\(\s*["'](?:fs|path|crypto|os|module|url)["']/);
    }
    expect(statSync(join(directory, 'browser.js')).size).toBeLessThan(2_000_000);
  });

  it.skipIf(chromiumIsAbsent())('screens in Chromium as it does in Node', async () => {
    const contexts = exampleContexts();
    const server = serve(directory);
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(String(error)));
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      await page.waitForFunction('window.screenAll');
      const inBrowser: ScreenResult[] = await page.evaluate(`screenAll(${JSON.stringify(contexts)})`);
      expect(faults).toEqual([]);
      const guard = await createGuard({ backend: 'js' });
      contexts.forEach((context, i) => {
        const here = guard.screenSync(context);
        expect(inBrowser[i].verdict).toBe(here.verdict);
        expect(inBrowser[i].score).toBeCloseTo(here.score!, 12);
        expect(inBrowser[i].parts).toEqual(here.parts);
        expect(inBrowser[i].backend).toBe('js');
      });
    } finally {
      await browser.close();
      server.close();
    }
  });
});

const PAGE = `<!doctype html>
<title>test</title>
<link rel="icon" href="data:,">
<script type="module">
  import { createGuard } from '/browser.js';
  window.screenAll = async (contexts) => {
    const guard = await createGuard();
    return (await guard.screenBatch(contexts)).map((entry) => entry.result);
  };
</script>`;

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
