import { defineConfig } from 'vitest/config';

/** Tests that need the packages of this folder: `ONNXRUNTIME_NODE_INSTALL=skip npm ci` here, then `vitest run --config` this. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    passWithNoTests: false,
  },
});
