import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

function distIsAbsent(): boolean {
  const absent = !existsSync(`${root}dist/index.js`);
  if (absent) console.warn('skipped: dist/ is not built (npm run build)');
  return absent;
}

describe.skipIf(distIsAbsent())('the npm package', () => {
  const listing = () => {
    const [pack] = JSON.parse(
      execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root, encoding: 'utf8' }),
    );
    return pack as { size: number; unpackedSize: number; files: { path: string }[] };
  };

  it('holds what a user needs and nothing else', () => {
    const { files, size } = listing();
    const paths = files.map((file) => file.path);
    for (const needed of [
      'dist/index.js',
      'dist/index.d.ts',
      'dist/cli.js',
      'dist/browser/browser.js',
      'dist/browser/browser.d.ts',
      'assets/static-encoder.bin',
      'assets/document-frequency.txt',
      'profiles/static/anchored.json',
      'profiles/static/pairwise-hybrid.json',
      'native/addon.cc',
      'CMakeLists.txt',
      'scripts/install.mjs',
      'LICENSE',
      'THIRD_PARTY_NOTICES.md',
      'README.md',
    ]) {
      expect(paths, needed).toContain(needed);
    }
    const folders = new Set(paths.map((path) => path.split('/')[0]));
    expect([...folders].sort()).toEqual(
      [
        'CMakeLists.txt',
        'LICENSE',
        'README.md',
        'THIRD_PARTY_NOTICES.md',
        'assets',
        'dist',
        'examples',
        'native',
        'package.json',
        'prebuilds',
        'profiles',
        'scripts',
      ].sort(),
    );
    const own = paths.filter((path) => !path.startsWith('native/vendor/'));
    expect(own.filter((path) => /(^|\/)(test|src|node_modules|build)\//.test(path))).toEqual([]);
    expect(size).toBeLessThan(15_000_000);
  });

  it('holds Eigen where it is vendored, and the notices', () => {
    if (!existsSync(`${root}native/vendor/eigen`)) return;
    const paths = listing().files.map((file) => file.path);
    expect(paths.some((path) => path === 'native/vendor/eigen/Eigen/Core')).toBe(true);
    const notices = readFileSync(`${root}THIRD_PARTY_NOTICES.md`, 'utf8');
    for (const licence of ['Mozilla Public License 2.0', 'Apache']) expect(notices).toContain(licence);
  });
});
