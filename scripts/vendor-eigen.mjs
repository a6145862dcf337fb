// Puts Eigen's headers into native/vendor/eigen: from a pinned headers-only wheel, else from the system. Run by
// build-native.mjs; by hand: node scripts/vendor-eigen.mjs
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findTool, packageRoot, run } from './toolchain.mjs';

const WHEEL = 'cmeel-eigen==3.4.1';
const WHEEL_SHA256 = '0ccd7b73fe8a72e2729784253c982e75d1790e0a8c71f302eb5a1fb1dd3a8a90';

/** The modules that Eigen/Core and Eigen/Eigenvalues need; nothing else is vendored. */
const MODULES = [
  'Cholesky',
  'Core',
  'Eigenvalues',
  'Geometry',
  'Householder',
  'Jacobi',
  'LU',
  'QR',
  'SVD',
  'misc',
  'plugins',
];
const MARKER = 'VENDORED';
const PREFIX = 'cmeel.prefix/include/eigen3/Eigen/';

const target = join(packageRoot, 'native', 'vendor', 'eigen');

/**
 * Returns `{ path, source, changed }`, or `{ reason }` where there is no Eigen to be had. `path` holds Eigen/Core.
 */
export function vendorEigen() {
  const marker = join(target, MARKER);
  if (existsSync(marker) && existsSync(join(target, 'Eigen', 'Core'))) {
    const [source] = readFileSync(marker, 'utf8').split('\n');
    return { path: target, source, changed: false };
  }
  mkdirSync(join(packageRoot, 'native', 'vendor'), { recursive: true });
  const work = mkdtempSync(join(packageRoot, 'native', 'vendor', '.eigen-'));
  try {
    const wheel = fromWheel(work);
    const source = wheel.source ?? fromSystem(work);
    if (source === undefined) {
      return { reason: `Eigen 3.4 is neither to be had as ${WHEEL} (${wheel.reason}) nor installed on this machine` };
    }
    writeFileSync(join(work, 'eigen', MARKER), `${source}\n`);
    rmSync(target, { recursive: true, force: true });
    renameSync(join(work, 'eigen'), target);
    return { path: target, source, changed: true };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function fromWheel(work) {
  const python = findTool('python3', 'python');
  if (python === undefined) return { reason: 'python3 is not in PATH' };
  const requirements = join(work, 'requirements.txt');
  writeFileSync(requirements, `${WHEEL} --hash=sha256:${WHEEL_SHA256}\n`);
  const pip = ['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--no-deps', '--no-input'];
  const download = run(python, [...pip, '--require-hashes', '--requirement', requirements, '--dest', work]);
  if (!download.ok) return { reason: `pip download failed: ${lastLine(download.output)}` };
  const file = readdirSync(work).find((name) => name.endsWith('.whl'));
  const script = [
    'import sys, zipfile, pathlib',
    'wheel, out, prefix, modules = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3], sys.argv[4].split(",")',
    'for name in zipfile.ZipFile(wheel).namelist():',
    '    part = name[len(prefix):].split("/") if name.startswith(prefix) else [""]',
    '    if part[0] in modules or (part[0] == "src" and len(part) > 2 and part[1] in modules):',
    '        file = out.joinpath("Eigen", *part)',
    '        file.parent.mkdir(parents=True, exist_ok=True)',
    '        file.write_bytes(zipfile.ZipFile(wheel).read(name))',
  ].join('\n');
  const extract = run(python, ['-c', script, join(work, file), join(work, 'eigen'), PREFIX, MODULES.join(',')]);
  if (!extract.ok) return { reason: `the wheel could not be unpacked: ${lastLine(extract.output)}` };
  return { source: `${WHEEL} sha256:${WHEEL_SHA256}` };
}

function fromSystem(work) {
  const folders = ['/usr/include/eigen3', '/usr/local/include/eigen3', '/opt/homebrew/include/eigen3'];
  const asked = findTool('pkg-config') ? run('pkg-config', ['--cflags-only-I', 'eigen3']) : { ok: false };
  if (asked.ok)
    folders.unshift(
      ...asked.output
        .split(/\s+/)
        .map((flag) => flag.replace(/^-I/, ''))
        .filter(Boolean),
    );
  for (const folder of folders) {
    const macros = join(folder, 'Eigen', 'src', 'Core', 'util', 'Macros.h');
    if (!existsSync(macros)) continue;
    const text = readFileSync(macros, 'utf8');
    const part = (name) => new RegExp(`#define EIGEN_${name}_VERSION (\\d+)`).exec(text)?.[1];
    if (part('WORLD') !== '3' || part('MAJOR') !== '4') continue;
    for (const module of MODULES) {
      const header = join(folder, 'Eigen', module);
      if (existsSync(header)) cpSync(header, join(work, 'eigen', 'Eigen', module));
      const source = join(folder, 'Eigen', 'src', module);
      if (existsSync(source)) cpSync(source, join(work, 'eigen', 'Eigen', 'src', module), { recursive: true });
    }
    return `system Eigen 3.4.${part('MINOR')}`;
  }
  return undefined;
}

function lastLine(output) {
  return output.trim().split('\n').at(-1) || 'no output';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const eigen = vendorEigen();
  if (eigen.path === undefined) console.log(`topoguard: ${eigen.reason}; the JavaScript backend will be used`);
  else console.log(`topoguard: Eigen ${eigen.changed ? 'vendored' : 'already vendored'} (${eigen.source})`);
  if (eigen.path === undefined && process.env.TOPOGUARD_REQUIRE_NATIVE === '1') process.exitCode = 1;
}
