// Installs, builds and runs every test. Ends with a line `N passed, N failed`; exit code 1 when anything failed.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildNative, report } from './build-native.mjs';
import { installDependencies } from './install-dependencies.mjs';
import { run } from './run.mjs';
import { testNative } from './test-native.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const results = join(root, 'node_modules', '.cache', 'verify');
const requireNative = process.env.TOPOGUARD_REQUIRE_NATIVE === '1';
let passed = 0;
let failed = 0;
let skipped = 0;

await step('packages', () => installDependencies(root));
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
await step('addon', async () => {
  const outcome = buildNative();
  const ready = report(outcome);
  return { code: ready || !requireNative ? 0 : 1, output: outcome.output ?? '' };
});
await step('build', () => run('npm', ['run', '--silent', 'build'], { cwd: root }));
await step('types', () => run('npx', ['tsc', '--noEmit'], { cwd: root }));
await step('lint', async () => {
  const lint = join(root, 'tools', 'lint');
  const installed = await installDependencies(lint);
  return installed.code === 0 ? run('npm', ['run', '--silent', 'lint'], { cwd: root }) : installed;
});
await step('kernels under sanitizers', async () => {
  const outcome = await testNative();
  count(outcome);
  return { code: outcome.failed > 0 || (requireNative && outcome.passed === 0) ? 1 : 0, output: outcome.output };
});
await step('tests', () => vitest('tests', []));
await step('tests with the transformers packages', async () => {
  const directory = join(root, 'test', 'transformers');
  // Its own install script would download an accelerator build.
  const installed = await installDependencies(directory, { env: { ONNXRUNTIME_NODE_INSTALL: 'skip' } });
  return installed.code === 0 ? vitest('transformers', ['--config', 'test/transformers/vitest.config.ts']) : installed;
});

console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 ? 1 : 0);

async function step(name, action) {
  const start = Date.now();
  const before = failed;
  const { code, output } = await action();
  // A step that fails without a failed test of its own counts as one failure.
  if (code !== 0 && failed === before) failed++;
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  console.log(`verify: ${name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds} s)`);
  if (code !== 0 && output) console.log(output);
}

async function vitest(name, args) {
  const file = join(results, `${name}.json`);
  const outcome = await run(
    'npx',
    ['vitest', 'run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    {
      cwd: root,
      show: true,
    },
  );
  if (existsSync(file)) {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    count({ passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests });
  }
  return { code: outcome.code, output: '' };
}

function count(outcome) {
  passed += outcome.passed;
  failed += outcome.failed;
  skipped += outcome.skipped ?? 0;
}
