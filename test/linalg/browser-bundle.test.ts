import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

it('the browser surface and the graph code bundle for a browser without a platform module', async () => {
  const source = (path: string): string => JSON.stringify(fileURLToPath(new URL(`../../src/${path}`, import.meta.url)));
  const { outputFiles, metafile, errors } = await build({
    stdin: {
      contents: `export * from ${source('linalg/browser.ts')}; export * as graph from ${source('graph/index.ts')};`,
      resolveDir: fileURLToPath(new URL('../..', import.meta.url)),
    },
    bundle: true,
    platform: 'browser',
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  expect(errors).toEqual([]);
  expect(outputFiles[0].text).not.toMatch(/["']node:|process\.env\./);
  expect(Object.keys(metafile.inputs).filter((path) => /ml-matrix|linalg\/(native|reference)/.test(path))).toEqual([]);
});
