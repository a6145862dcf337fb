import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
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
    expect(paths.filter((path) => /(^|\/)(test|src|node_modules|build)\//.test(path))).toEqual([]);
    expect(size).toBeLessThan(15_000_000);
  });

  it('holds Eigen with its licence where it is vendored', () => {
    if (!existsSync(`${root}native/vendor/eigen`)) return;
    const paths = listing().files.map((file) => file.path);
    expect(paths.some((path) => path === 'native/vendor/eigen/Eigen/Core')).toBe(true);
    expect(paths.some((path) => /^native\/vendor\/eigen\/COPYING\.MPL2$/.test(path))).toBe(true);
  });
});
