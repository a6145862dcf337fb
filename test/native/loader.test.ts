import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadNative } from '../../src/linalg/native/index.ts';
import { candidatesIn, findCandidates } from '../../src/linalg/native/locate.ts';
import { findPackageRoot } from '../../src/package-files/index.ts';
import { isBuilt, native } from './addon.ts';

const here = fileURLToPath(import.meta.url);
const checkout = dirname(dirname(dirname(here)));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'topoguard-loader-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A package folder named topoguard with the given files in it. */
function packageWith(name: string, files: Record<string, string> = {}): string {
  const root = join(folder, name);
  for (const [path, text] of Object.entries({
    'package.json': '{"name":"topoguard","binary":{"napi_versions":[8]}}',
    ...files,
  })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

describe('where the addon is looked for', () => {
  it('finds the package from its sources, from a bundle and past folders of another name', () => {
    expect(findPackageRoot(join(checkout, 'src', 'linalg', 'native', 'locate.ts'))).toBe(checkout);
    expect(findPackageRoot(join(checkout, 'dist', 'index.js'))).toBe(checkout);
    const root = packageWith('nested', { 'dist/package.json': '{"type":"module"}', 'dist/broken/package.json': '{' });
    expect(findPackageRoot(join(root, 'dist', 'broken', 'index.js'))).toBe(root);
  });

  it('says so where there is no package, or no files at all', () => {
    expect(findPackageRoot(join(folder, 'elsewhere', 'index.js'))).toBeUndefined();
    const [lost] = findCandidates(pathToFileURL(join(folder, 'bundle.js')).href);
    expect(lost.reason).toMatch(/no package\.json of topoguard/);
    expect(findCandidates('https://example.org/bundle.js')[0].reason).toMatch(/no files beside https: modules/);
  });

  it('names what it did not find', () => {
    const reasons = candidatesIn(packageWith('empty')).map(({ reason }) => reason);
    expect(reasons).toHaveLength(2);
    expect(reasons[0]).toMatch(/topoguard\.node does not exist/);
    expect(reasons[1]).toContain(`no prebuilt addon for ${process.platform}-${process.arch}`);
  });

  it.skipIf(!isBuilt)('finds a prebuilt addon by the name that pkg-prebuilds gives it', () => {
    const root = packageWith('prebuilt');
    const prebuild = join(root, 'prebuilds', `topoguard-${process.platform}-${process.arch}`, 'node-napi-v8.node');
    mkdirSync(dirname(prebuild), { recursive: true });
    cpSync(native.path as string, prebuild);
    mkdirSync(join(root, 'node_modules'));
    cpSync(join(checkout, 'node_modules', 'pkg-prebuilds'), join(root, 'node_modules', 'pkg-prebuilds'), {
      recursive: true,
    });
    const loaded = loadNative(candidatesIn(root));
    expect(loaded.path).toBe(prebuild);
    expect(loaded.backend?.name).toBe('native');
  });
});

describe('loading', () => {
  it('never throws, and gives a backend or a reason', () => {
    expect(loadNative().backend === undefined).toBe(loadNative().reason !== undefined);
  });

  it('collects what is wrong with every candidate', () => {
    const root = packageWith('broken', {
      'garbage.node': 'not a shared object',
      'stale.cjs': 'exports.version = { interface: 0 };',
      'throws.cjs': "throw new Error('first line\\nsecond');",
    });
    const { backend, reason } = loadNative([
      { reason: 'nothing here' },
      { path: join(root, 'garbage.node') },
      { path: join(root, 'stale.cjs') },
      { path: join(root, 'throws.cjs') },
      { path: join(root, 'missing.node') },
    ]);
    expect(backend).toBeUndefined();
    const reasons = reason?.split('; ') ?? [];
    expect(reasons).toHaveLength(5);
    expect(reasons[0]).toBe('nothing here');
    expect(reasons[1]).toMatch(/garbage\.node does not load/);
    expect(reasons[2]).toMatch(/another version of this package/);
    expect(reasons[3]).toMatch(/throws\.cjs does not load: first line$/);
    expect(reasons[4]).toMatch(/missing\.node does not load/);
  });

  it.skipIf(!isBuilt)('goes on to the next candidate, and says which version loaded', () => {
    const loaded = loadNative([{ reason: 'nothing here' }, { path: native.path as string }]);
    expect(loaded.backend?.name).toBe('native');
    expect(loaded.version).toMatch(/^Eigen 3\.4\.\d+, \S+ [\d.]+.*, Release, (portable|avx2|avx512)$/);
    expect(loaded.reason).toBeUndefined();
  });
});
