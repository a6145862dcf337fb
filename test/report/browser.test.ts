import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderScreenReport } from '../../src/report/index.ts';
import { chromiumIsAbsent, launchChromium } from '../browser/chromium.ts';
import { visitFile, writePages } from '../browser/visit.ts';
import { HOSTILE, hostileEntry, sampleEntries, sampleEntry, sampleInput } from './sample.ts';

describe.skipIf(chromiumIsAbsent())('report in a browser', () => {
  let browser: Browser;
  let folder: string;
  let address: Record<string, string> = {};

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'topoguard-report-'));
    const many = Array.from({ length: 1_000 }, (_, index) => sampleEntry({ index, attack: index % 10 === 0 }));
    const reports = {
      sample: sampleInput(),
      hostile: { ...sampleInput([hostileEntry(1)]), title: HOSTILE },
      many: sampleInput(many),
      empty: sampleInput([]),
      errors: sampleInput([{ ok: false, line: 1, error: { code: 'JSON_INVALID', message: 'no JSON' } }]),
    };
    address = writePages(folder, reports, renderScreenReport);
    browser = await launchChromium();
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const visit = (
    name: string,
    { hash = '', ...options }: BrowserContextOptions & { hash?: string },
    use: (page: Page) => Promise<void>,
  ) => visitFile(browser, address[name] + hash, options, use);

  const heading = (page: Page): Promise<string | null> => page.textContent('#detail-heading');
  const overflow = (page: Page): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

  it('walks the contexts by keyboard', async () => {
    await visit('sample', {}, async (page) => {
      const ids = await page.$$eval('#context-table tbody .row-id', (cells) => cells.map((c) => c.textContent));
      expect(await heading(page)).toBe(ids[0]);
      await page.keyboard.press('j');
      expect(await heading(page)).toBe(ids[1]);
      await page.keyboard.press('k');
      expect(await heading(page)).toBe(ids[0]);
      await page.focus('#context-table a[tabindex="0"]');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      expect(await heading(page)).toBe(ids[2]);
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(ids[2]);
      expect(await page.$$eval('#context-table a[tabindex="0"]', (links) => links.length)).toBe(1);
      expect(await page.getAttribute('tr[aria-current=true]', 'data-index')).toBe(page.url().split('-').pop());
    });
  });

  it('reaches everything with Tab, the skip link first, and shows where focus is', async () => {
    await visit('sample', {}, async (page) => {
      const seen: string[] = [];
      for (let i = 0; i < 14; i++) {
        await page.keyboard.press('Tab');
        seen.push(
          await page.evaluate(() => {
            const e = document.activeElement as Element;
            return e.id || e.getAttribute('class') || e.tagName;
          }),
        );
      }
      expect(seen[0]).toContain('skip-link');
      expect(seen).toContain('search');
      expect(seen).toContain('order');
      expect(seen.filter((s) => s.startsWith('node'))).toHaveLength(1);
      expect(seen.filter((s) => s.startsWith('edge'))).toHaveLength(1);
      await page.focus('#search');
      expect(await page.$eval('#search', (e) => getComputedStyle(e).outlineStyle)).toBe('solid');
    });
  });

  it('tells the weight of an edge on focus and on hover, and lights up its sentences', async () => {
    await visit('sample', {}, async (page) => {
      await page.focus('.edge.link');
      const tip = page.locator('.tip');
      expect(await tip.textContent()).toMatch(
        /^Similarity 0\.\d{3}Between \d\.\d and \d\.\d: the strongest tie across the cut$/,
      );
      expect(await page.locator('.sentences li.hot').count()).toBe(2);
      const first = await page.getAttribute('.edge:focus', 'aria-label');
      await page.keyboard.press('ArrowRight');
      expect(await page.getAttribute('.edge:focus', 'aria-label')).not.toBe(first);
      await page.keyboard.press('Escape');
      expect(await tip.isHidden()).toBe(true);
      await page.hover('.node >> nth=0');
      expect(await tip.textContent()).toMatch(/^Sentence 1\.1Part [AB]/);
      expect(await page.locator('.sentences li.hot').count()).toBe(1);
      await page.hover('.sentences li >> nth=2');
      expect(await page.locator('.node.hot text').textContent()).toBe('1.3');
    });
  });

  it('draws the parts apart, by side and by shape, with the tie and the suspect marked', async () => {
    await visit('sample', {}, async (page) => {
      const drawn = await page.evaluate(() => {
        const box = (e: Element): DOMRect => e.getBoundingClientRect();
        const cut = box(document.querySelector('.cut') as Element).left;
        return {
          left: Array.from(document.querySelectorAll('.graph .node.in-a circle.body'), (e) => box(e).right < cut),
          right: Array.from(document.querySelectorAll('.graph .node.in-b rect.body'), (e) => box(e).left > cut),
          nodes: document.querySelectorAll('.graph .node .body').length,
          suspects: document.querySelectorAll('.graph .node .ring').length,
          ties: document.querySelectorAll('.graph .edge.link').length,
        };
      });
      expect(drawn.left.length).toBeGreaterThan(0);
      expect(drawn.right.length).toBeGreaterThan(0);
      expect([...drawn.left, ...drawn.right].every(Boolean)).toBe(true);
      expect(drawn.left.length + drawn.right.length).toBe(drawn.nodes);
      expect(drawn.suspects).toBe(3);
      expect(drawn.ties).toBe(1);
    });
  });

  it('filters by verdict and searches by id', async () => {
    await visit('sample', {}, async (page) => {
      await page.check('input[value=error]', { force: true });
      expect(await page.locator('#context-table tbody tr').count()).toBe(2);
      await page.check('input[value=all]', { force: true });
      await page.keyboard.press('/');
      await page.keyboard.type('HP-4310');
      expect(await page.locator('#context-table tbody tr').count()).toBe(1);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      expect(await heading(page)).toBe('hp-4310');
      await page.fill('#search', 'nothing like it');
      expect(await page.textContent('#list-count')).toBe('No context matches');
    });
  });

  it('runs nothing from the documents and shows it as text', async () => {
    for (const name of ['hostile', 'sample']) {
      await visit(name, {}, async (page) => {
        const count = await page.locator('#context-table a').count();
        for (let i = 1; i < count; i++) await page.keyboard.press('j');
        expect(await page.evaluate(() => (window as { hacked?: unknown }).hacked)).toBeUndefined();
        expect(await page.locator('img, iframe, object, script:not([type]):not(:last-of-type)').count()).toBe(0);
      });
    }
    await visit('hostile', {}, async (page) => {
      expect(await heading(page)).toContain('</script><script>window.hacked=1</script>');
      expect(await page.textContent('.documents')).toContain('<b>bold?</b>');
      expect(await page.locator('.sentences .hidden-character').count()).toBeGreaterThan(0);
      expect(await page.locator('.sentences b').count()).toBe(0);
    });
  });

  it('fits a phone 360 pixels wide, in the list, in every detail, and back', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await visit('sample', { viewport: { width: 360, height: 740 }, colorScheme }, async (page) => {
        expect(await overflow(page)).toBe(0);
        expect(await page.isVisible('#detail-heading')).toBe(false);
        await page.click('#context-table tbody tr >> nth=0');
        expect(await page.isVisible('#context-table')).toBe(false);
        const count = sampleEntries().length;
        for (let i = 0; i < count; i++) {
          expect(await overflow(page)).toBeLessThanOrEqual(0);
          await page.keyboard.press('j');
        }
        await page.click('.back');
        expect(await page.isVisible('#context-table')).toBe(true);
      });
    }
    await visit('hostile', { viewport: { width: 360, height: 740 }, hash: '#context-0' }, async (page) => {
      expect(await page.isVisible('#detail-heading')).toBe(true);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    });
  });

  it('shows a hundred of a thousand rows at a time', async () => {
    await visit('many', {}, async (page) => {
      expect(await page.locator('#context-table tbody tr').count()).toBe(100);
      await page.click('#show-more');
      expect(await page.locator('#context-table tbody tr').count()).toBe(200);
      expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(5_000);
      await page.fill('#search', 'hp-11093');
      expect(await page.locator('#context-table tbody tr').count()).toBe(1);
    });
    await visit('many', { hash: '#context-999' }, async (page) => {
      expect(await heading(page)).toBe(`hp-${4100 + 999 * 7}`);
      expect(await page.isVisible('tr[aria-current=true]')).toBe(true);
    });
  });

  it('keeps summary and table without a script', async () => {
    await visit('sample', { javaScriptEnabled: false }, async (page) => {
      expect(await page.locator('noscript').textContent()).toContain('Scripts are off');
      expect(await page.locator('#context-table tbody tr').count()).toBe(sampleEntries().length);
      expect(await page.isVisible('.chart')).toBe(true);
      expect(await page.isVisible('#controls')).toBe(false);
    });
  });

  it('opens without contexts, and with errors alone', async () => {
    await visit('empty', {}, async (page) => expect(await page.textContent('h1')).toBe('Nightly retrieval audit'));
    await visit('errors', {}, async (page) => {
      expect(await heading(page)).toBe('line 1');
      expect(await page.textContent('.detail-pane .notice')).toContain('JSON_INVALID');
    });
  });

  it('has enough contrast between text and ground, light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await visit('sample', { colorScheme }, async (page) => {
        const ratios = await page.evaluate(() => {
          const style = getComputedStyle(document.documentElement);
          const luminance = (name: string): number => {
            const hex = style.getPropertyValue(name).trim();
            const part = (at: number): number => {
              const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
              return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
            };
            return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
          };
          const contrast = (a: string, b: string): number => {
            const [hi, lo] = [luminance(a), luminance(b)].sort((x, y) => y - x);
            return (hi + 0.05) / (lo + 0.05);
          };
          const text = ['--ink', '--muted', '--flag', '--pass', '--abstain', '--error'];
          return [
            ...text.flatMap((t) =>
              ['--paper', '--raised', '--chosen'].map((g) => [`${t} on ${g}`, contrast(t, g)] as const),
            ),
            ['part a', contrast('--part-a-ink', '--part-a')] as const,
            ['part b', contrast('--part-b-ink', '--part-b')] as const,
          ];
        });
        expect(ratios.filter(([, ratio]) => !(ratio >= 4.5))).toEqual([]);
      });
    }
  });
});
