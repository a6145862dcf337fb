import { describe, expect, it } from 'vitest';
import type { Backend, BackendName } from '../../src/linalg/backend.ts';
import * as browser from '../../src/linalg/browser.ts';
import { type BackendLoaders, chooseBackend } from '../../src/linalg/choose.ts';
import { jsBackend } from '../../src/linalg/js/index.ts';

const named = (name: BackendName): Backend => ({ ...jsBackend, name });

const complete: BackendLoaders = {
  native: () => ({ backend: named('native'), path: 'addon.node', version: '1.2.3' }),
  js: () => ({ backend: named('js') }),
  reference: () => ({ backend: named('reference') }),
};
const withoutNative: BackendLoaders = { ...complete, native: () => ({ reason: 'no addon was built' }) };

describe('choice of backend', () => {
  it('prefers native, and says where it came from', () => {
    const { backend, info } = chooseBackend(complete);
    expect(backend.name).toBe('native');
    expect(info).toEqual({
      backend: 'native',
      chosenBy: 'automatic',
      tried: [{ backend: 'native', loaded: true, path: 'addon.node', version: '1.2.3' }],
    });
  });

  it('falls back to js, and says why', () => {
    const { backend, info } = chooseBackend(withoutNative);
    expect(backend.name).toBe('js');
    expect(info).toEqual({
      backend: 'js',
      chosenBy: 'automatic',
      tried: [
        { backend: 'native', loaded: false, reason: 'no addon was built' },
        { backend: 'js', loaded: true },
      ],
    });
  });

  it.each(['native', 'js', 'reference'] as const)('obeys the option %s before the variable', (name) => {
    const { backend, info } = chooseBackend(complete, name, name === 'js' ? 'reference' : 'js');
    expect(backend.name).toBe(name);
    expect(info).toMatchObject({ backend: name, chosenBy: 'option' });
    expect(info.tried).toHaveLength(1);
  });

  it('obeys the variable, and takes an empty one for unset', () => {
    expect(chooseBackend(complete, undefined, 'reference').info).toMatchObject({
      backend: 'reference',
      chosenBy: 'TOPOGUARD_BACKEND',
    });
    expect(chooseBackend(complete, undefined, '').info.chosenBy).toBe('automatic');
  });

  it('refuses an unknown name, and names what held it', () => {
    expect(() => chooseBackend(complete, undefined, 'gpu')).toThrow(
      expect.objectContaining({
        code: 'OPTION_INVALID',
        message: expect.stringMatching(/TOPOGUARD_BACKEND.*"gpu".*native, js, reference/),
      }),
    );
    expect(() => chooseBackend(complete, 'Native')).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', location: { field: 'backend' } }),
    );
  });

  it('refuses a forced backend that did not load, with the reason and the remedy', () => {
    for (const attempt of [
      () => chooseBackend(withoutNative, 'native'),
      () => chooseBackend(withoutNative, undefined, 'native'),
    ]) {
      expect(attempt).toThrow(
        expect.objectContaining({
          code: 'BACKEND_UNAVAILABLE',
          message: expect.stringMatching(/no addon was built.*npm run build:native/s),
        }),
      );
    }
  });
});

describe('outside Node', () => {
  it('runs js, and refuses what is not there', () => {
    expect(browser.resolveBackend('js').backend).toBe(jsBackend);
    expect(browser.backendInfo('js')).toMatchObject({ backend: 'js', chosenBy: 'option' });
    for (const name of ['native', 'reference']) {
      expect(() => browser.resolveBackend(name)).toThrow(expect.objectContaining({ code: 'BACKEND_UNAVAILABLE' }));
    }
  });

  it('needs no process, and bears one that refuses to be read', () => {
    const saved = Object.getOwnPropertyDescriptor(globalThis, 'process') as PropertyDescriptor;
    const chosen: string[] = [];
    try {
      Object.defineProperty(globalThis, 'process', { value: undefined, configurable: true });
      chosen.push(browser.backendInfo().chosenBy);
      Object.defineProperty(globalThis, 'process', {
        get: () => {
          throw new Error('not permitted');
        },
        configurable: true,
      });
      chosen.push(browser.backendInfo().chosenBy);
    } finally {
      Object.defineProperty(globalThis, 'process', saved);
    }
    expect(chosen).toEqual(['automatic', 'automatic']);
  });
});
