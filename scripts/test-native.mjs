// Builds the C++ tests of the kernels with the sanitizers for addresses, undefined behaviour and threads, and runs them.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from './run.mjs';
import { missingTool, packageRoot } from './toolchain.mjs';
import { vendorEigen } from './vendor-eigen.mjs';

const source = join(packageRoot, 'native', 'test');
const build = join(packageRoot, 'build', 'native-test');

/**
 * @returns {Promise<{ passed: number, failed: number, output: string }>} nothing passed and nothing failed where the tools
 *   are missing; `output` then says which
 */
export async function testNative() {
  const missing = missingTool();
  if (missing !== undefined) return { passed: 0, failed: 0, output: missing };
  const eigen = vendorEigen();
  if (eigen.path === undefined) return { passed: 0, failed: 0, output: eigen.reason };
  for (const args of [
    ['-S', source, '-B', build],
    ['--build', build, '--parallel', '2'],
  ]) {
    const made = await run('cmake', args);
    if (made.code !== 0) return { passed: 0, failed: 1, output: made.output };
  }
  const total = { passed: 0, failed: 0, output: '' };
  for (const program of ['kernels_test', 'threads_test']) {
    const { code, output } = await run(join(build, program), []);
    const counts = /(\d+) passed, (\d+) failed/.exec(output);
    total.output += output;
    total.passed += Number(counts?.[1] ?? 0);
    // A sanitizer report ends a program without a failed check.
    total.failed += Math.max(Number(counts?.[2] ?? 1), code === 0 ? 0 : 1);
  }
  return total;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { failed, output } = await testNative();
  process.stdout.write(output);
  process.exit(failed > 0 ? 1 : 0);
}
