import { afterEach, describe, expect, it, vi } from 'vitest';
import { backendInfo, jsBackend, resolveBackend } from '../../src/linalg/index.ts';
import { loadNative } from '../../src/linalg/native/index.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('in Node', () => {
  it('is native where its addon loads, else js', () => {
    vi.stubEnv('TOPOGUARD_BACKEND', undefined);
    const { backend, info } = resolveBackend();
    expect(backend.name).toBe(loadNative().backend ? 'native' : 'js');
    expect(info).toMatchObject({ backend: backend.name, chosenBy: 'automatic' });
    expect(info.tried[0].backend).toBe('native');
    expect(backendInfo()).toEqual(info);
  });

  it('reads TOPOGUARD_BACKEND at each call', () => {
    vi.stubEnv('TOPOGUARD_BACKEND', 'js');
    expect(resolveBackend().backend).toBe(jsBackend);
    vi.stubEnv('TOPOGUARD_BACKEND', 'reference');
    expect(backendInfo()).toEqual({
      backend: 'reference',
      chosenBy: 'TOPOGUARD_BACKEND',
      tried: [{ backend: 'reference', loaded: true }],
    });
    expect(backendInfo('js').chosenBy).toBe('option');
    vi.stubEnv('TOPOGUARD_BACKEND', 'fast');
    expect(() => resolveBackend()).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }));
  });
});
