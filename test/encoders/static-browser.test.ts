import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assetModules } from '../../scripts/asset-modules.mjs';
import type { loadStaticEncoder } from '../../src/encoders/static/load-browser.ts';
import { loadStaticEncoder as loadInNode } from '../../src/encoders/static/load-node.ts';
import type { loadDocumentFrequencies } from '../../src/entities/document-frequency/load-browser.ts';
import { loadDocumentFrequencies as loadTableInNode } from '../../src/entities/document-frequency/load-node.ts';

interface Bundle {
  loadStaticEncoder: typeof loadStaticEncoder;
  loadDocumentFrequencies: typeof loadDocumentFrequencies;
}

const source = (path: string) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'topoguard-browser-'));
const packed = join(folder, 'package');

/** Builds the two browser loaders the way the package is built: a library whose assets are chunks beside it. */
beforeAll(async () => {
  const entry = join(folder, 'entry.ts');
  const loaders = ['encoders/static', 'entities/document-frequency'].map((path) => source(`${path}/load-browser.ts`));
  writeFileSync(entry, loaders.map((loader) => `export * from ${JSON.stringify(loader)};`).join('\n'));
  await vite({
    configFile: false,
    logLevel: 'error',
    root: folder,
    plugins: [assetModules()],
    build: {
      outDir: packed,
      minify: false,
      lib: { entry, formats: ['es'], fileName: () => 'browser.js' },
    },
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function same(bundle: Bundle): Promise<void> {
  const [encoder, inNode] = [await bundle.loadStaticEncoder(), await loadInNode()];
  const texts = ['The lighthouse keeper climbed the stairs.', 'naïve café 北京 🙂', ''];
  expect(encoder.encodeSync(texts)).toEqual(inNode.encodeSync(texts));
  expect(encoder.fingerprint).toBe(inNode.fingerprint);
  const [table, tableInNode] = [await bundle.loadDocumentFrequencies(), await loadTableInNode()];
  for (const word of ['lighthouse', 'the', 'são', 'qqzzyx']) expect(table.idf(word)).toBe(tableInNode.idf(word));
}

describe('in a browser bundle', () => {
  it('the static encoder and the frequency table are chunks of their own, and the code has no node: import', async () => {
    const files = readdirSync(packed).sort();
    expect(files.length).toBe(3);
    const main = readFileSync(join(packed, 'browser.js'), 'utf8');
    expect(main.length).toBeLessThan(100_000);
    expect(main).not.toMatch(/["']node:/);
    await same((await import(pathToFileURL(join(packed, 'browser.js')).href)) as Bundle);
  });

  it('they survive being bundled again by a user, split or in one file', async () => {
    for (const splitting of [true, false]) {
      const outdir = join(folder, `application-${splitting}`);
      await esbuild({
        entryPoints: [join(packed, 'browser.js')],
        bundle: true,
        platform: 'browser',
        format: 'esm',
        outdir,
        splitting,
      });
      await same((await import(pathToFileURL(join(outdir, 'browser.js')).href)) as Bundle);
    }
  });
});
