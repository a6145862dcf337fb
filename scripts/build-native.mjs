// Builds the N-API addon into build/Release/topoguard.node. Without the tools for it, one line says that the JavaScript
// backend will run, and the exit status is 0, or 1 with TOPOGUARD_REQUIRE_NATIVE=1. Up-to-date binaries are left alone.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingTool, packageRoot, run } from './toolchain.mjs';
import { vendorEigen } from './vendor-eigen.mjs';

const buildFolder = join(packageRoot, 'build');
const binary = join(buildFolder, 'Release', 'topoguard.node');
const stamp = join(buildFolder, 'topoguard.stamp');

/** Returns `{ status: 'built' | 'current', detail }`, `{ status: 'skipped', detail }` or `{ status: 'failed', detail, output }`. */
export function buildNative() {
  const missing = missingTool();
  if (missing !== undefined) return { status: 'skipped', detail: missing };
  const cmakeJs = resolveCmakeJs();
  if (cmakeJs === undefined) return { status: 'skipped', detail: 'cmake-js is not installed' };
  const eigen = vendorEigen();
  if (eigen.path === undefined) return { status: 'skipped', detail: eigen.reason };

  const hash = sourceHash(eigen.source);
  if (existsSync(binary) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash && loads().ok) {
    return { status: 'current', detail: eigen.source };
  }
  rmSync(stamp, { force: true });
  discardMovedCache();
  const args = [cmakeJs, 'compile', '--directory', packageRoot, '--out', buildFolder, '--config', 'Release'];
  // A machine-wide npm setting such as nodedir would add headers of another Node; the build needs none.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name.toLowerCase() !== 'npm_config_nodedir'),
  );
  const built = run(process.execPath, args, { cwd: packageRoot, env });
  if (!built.ok || !existsSync(binary))
    return { status: 'failed', detail: 'the compiler failed', output: built.output };
  const loaded = loads();
  if (!loaded.ok) return { status: 'failed', detail: 'the addon does not load', output: loaded.output };
  mkdirSync(buildFolder, { recursive: true });
  writeFileSync(stamp, hash);
  return { status: 'built', detail: eigen.source };
}

function resolveCmakeJs() {
  try {
    return createRequire(join(packageRoot, 'package.json')).resolve('cmake-js/bin/cmake-js');
  } catch {
    return undefined;
  }
}

/** In a process of its own: a binary that crashes on load must not take the build, or an npm install, with it. */
function loads() {
  return run(process.execPath, ['-e', 'require(process.argv[1]).version.eigen.length', binary]);
}

/** A CMake cache remembers its folder and refuses to work after the package has moved. */
function discardMovedCache() {
  const cache = join(buildFolder, 'CMakeCache.txt');
  if (!existsSync(cache)) return;
  const home = /^CMAKE_HOME_DIRECTORY:INTERNAL=(.*)$/m.exec(readFileSync(cache, 'utf8'))?.[1];
  if (home !== packageRoot.replaceAll('\\', '/')) rmSync(buildFolder, { recursive: true, force: true });
}

function sourceHash(eigen) {
  const files = ['CMakeLists.txt', 'native/addon.cc', 'native/options.cmake'];
  for (const folder of ['topoguard', 'topoguard_napi']) {
    const headers = join('native', 'include', folder);
    for (const name of readdirSync(join(packageRoot, headers)).sort()) files.push(join(headers, name));
  }
  const hash = createHash('sha256').update(`${eigen}\n${process.platform}-${process.arch}\n`);
  for (const file of files) {
    const bytes = readFileSync(join(packageRoot, file));
    hash.update(`${file} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

/** Prints the outcome, and says by the return value whether the addon is there. */
export function report(outcome) {
  switch (outcome.status) {
    case 'built':
      console.log(`topoguard: native backend built (${outcome.detail})`);
      return true;
    case 'current':
      console.log('topoguard: native backend is up to date');
      return true;
    case 'skipped':
      console.log(`topoguard: ${outcome.detail}; the JavaScript backend will be used`);
      return false;
    default:
      console.log(`topoguard: native build failed, ${outcome.detail}; the JavaScript backend will be used`);
      return false;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const outcome = buildNative();
  const ready = report(outcome);
  if (outcome.output) console.error(outcome.output.trimEnd());
  if (!ready && process.env.TOPOGUARD_REQUIRE_NATIVE === '1') process.exitCode = 1;
}
