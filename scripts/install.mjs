// npm's install script of the published package: a prebuilt addon that matches the machine, else one built here, else the
// JavaScript backend. Never fails an installation.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageRoot, run } from './toolchain.mjs';

try {
  const prebuilt = findPrebuild();
  if (prebuilt !== undefined) {
    console.log('topoguard: prebuilt native backend found');
  } else if (process.env.TOPOGUARD_SKIP_NATIVE === '1') {
    console.log('topoguard: TOPOGUARD_SKIP_NATIVE=1; the JavaScript backend will be used');
  } else {
    const { buildNative, report } = await import('./build-native.mjs');
    report(buildNative());
  }
} catch (error) {
  console.log(`topoguard: ${error instanceof Error ? error.message : error}; the JavaScript backend will be used`);
}

/** Path of a prebuilt addon that this machine can load. */
function findPrebuild() {
  const require = createRequire(join(packageRoot, 'package.json'));
  const { napi_versions } = require('./package.json').binary;
  const path = require('pkg-prebuilds').resolve(packageRoot, { name: 'topoguard', napi_versions }, true, false);
  if (!path) return undefined;
  return run(process.execPath, ['-e', 'require(process.argv[1])', path]).ok ? path : undefined;
}
