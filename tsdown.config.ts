import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { index: 'src/index.ts', browser: 'src/browser.ts', cli: 'src/cli/main.ts' },
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  dts: { entry: ['src/index.ts', 'src/browser.ts'] },
  clean: true,
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
});
