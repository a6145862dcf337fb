import { defineConfig } from 'tsdown';
import { assetModules } from './scripts/asset-modules.mjs';

const shared = {
  format: 'esm',
  target: 'es2022',
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
} as const;

export default defineConfig([
  {
    ...shared,
    name: 'node',
    entry: { index: 'src/index.ts', cli: 'src/cli/main.ts' },
    platform: 'node',
    dts: { entry: ['src/index.ts'] },
    clean: false,
  },
  {
    ...shared,
    name: 'browser',
    entry: { browser: 'src/browser.ts' },
    outDir: 'dist/browser',
    platform: 'browser',
    plugins: [assetModules()],
    dts: true,
  },
]);
