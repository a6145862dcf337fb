import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleBrowserBuild, hasBrowserBuild, openChromiumPage } from '../../bench/harness/chromium-page.ts';
import { createGuard, type ScreenResult } from '../../src/index.ts';
import { exampleContexts } from '../guard/toy.ts';
import { chromiumIsAbsent } from './chromium.ts';

function distIsAbsent(): boolean {
  const absent = !hasBrowserBuild();
  if (absent) console.warn('skipped: dist/ is not built (npm run build)');
  return absent;
}

const SCREEN_ALL = `async (contexts) => {
  const guard = await topoguard.createGuard();
  return (await guard.screenBatch(contexts)).map((entry) => entry.result);
}`;

describe.skipIf(distIsAbsent())('the browser build, bundled by a user', () => {
  let directory: string;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'topoguard-bundle-'));
    const outcome = await bundleBrowserBuild(directory);
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
    const page = await openChromiumPage(directory);
    try {
      const inBrowser = await page.run<ScreenResult[]>(SCREEN_ALL, contexts);
      expect(page.faults).toEqual([]);
      const guard = await createGuard({ backend: 'js' });
      contexts.forEach((context, i) => {
        const here = guard.screenSync(context);
        expect(inBrowser[i].verdict).toBe(here.verdict);
        expect(inBrowser[i].score).toBeCloseTo(here.score!, 12);
        expect(inBrowser[i].parts).toEqual(here.parts);
        expect(inBrowser[i].backend).toBe('js');
      });
    } finally {
      await page.close();
    }
  });
});
