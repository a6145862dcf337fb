// Runs a TypeScript file of this repository: node scripts/run-ts.mjs <file.ts> [arguments …]
// The entry is bundled with its own sources; packages stay external and are resolved from node_modules as usual.
import { mkdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [entry, ...rest] = process.argv.slice(2);
if (!entry) {
  console.error('usage: node scripts/run-ts.mjs <file.ts> [arguments …]');
  process.exit(2);
}

const source = resolve(entry);
const folder = join(root, '.cache', 'run-ts');
mkdirSync(folder, { recursive: true });
// Named by process, so that two runs at once do not read each other's half-written bundle.
const bundle = join(folder, `${basename(source, '.ts')}-${process.pid}.mjs`);
process.on('exit', () => {
  rmSync(bundle, { force: true });
  rmSync(`${bundle}.map`, { force: true });
});

await build({
  entryPoints: [source],
  outfile: bundle,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  logLevel: 'error',
});
// The entry sees the arguments where it would if it had been started itself.
process.argv = [process.argv[0], source, ...rest];
await import(pathToFileURL(bundle).href);
