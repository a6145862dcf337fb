import { expect, it } from 'vitest';
// @ts-expect-error a plain module that needs no types
import { bundlePage } from '../../src/report/screen/page/build.mjs';
import { PAGE_SCRIPT } from '../../src/report/screen/page-script.ts';

it('is built from the present sources (else run: node src/report/screen/page/build.mjs)', async () => {
  expect(PAGE_SCRIPT === (await bundlePage())).toBe(true);
});

it('can stand in a script element, and never parses HTML or code', () => {
  expect(PAGE_SCRIPT).not.toMatch(/<\/script|<!--/i);
  expect(PAGE_SCRIPT).not.toMatch(
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|fetch\(|XMLHttpRequest/,
  );
});
