import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

const BASE64 = '?base64';
const RAW = '?raw';

/**
 * Plugin for rolldown, rollup and vite: `import('./file.bin?base64')` and `import('./file.txt?raw')` give a module whose
 * default export is the file as a base64 or UTF-8 string. Imported dynamically, each becomes a chunk of its own, so that
 * a browser bundle needs no server that knows where the package's files are.
 */
export function assetModules() {
  return {
    name: 'topoguard-asset-modules',
    // Before vite's own handling of ?raw, so that every bundler does the same.
    enforce: 'pre',
    resolveId(source, importer) {
      if (!importer || !(source.endsWith(BASE64) || source.endsWith(RAW)) || !source.startsWith('.')) return null;
      return resolve(dirname(importer), source);
    },
    async load(id) {
      const suffix = [BASE64, RAW].find((s) => id.endsWith(s));
      if (!suffix) return null;
      const text = await readFile(id.slice(0, -suffix.length), suffix === RAW ? 'utf8' : 'base64');
      return { code: `export default ${JSON.stringify(text)};`, moduleType: 'js', moduleSideEffects: false };
    },
  };
}
