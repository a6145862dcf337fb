import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderEvaluationReport } from '../../src/report/index.ts';
import { chromiumIsAbsent, launchChromium } from '../browser/chromium.ts';
import { visitFile, writePages } from '../browser/visit.ts';
import { degenerateExhibits } from './evaluation-degenerate.ts';
import { hostileReport, sampleReport } from './evaluation-sample.ts';

describe.skipIf(chromiumIsAbsent())('evaluation report in a browser', () => {
  let browser: Browser;
  let folder: string;
  let address: Record<string, string> = {};

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'topoguard-evaluation-'));
    const degenerate = { name: 'd', title: 'Degenerate', basis: 'nothing', comparisons: [], seconds: 0 };
    const reports = {
      sample: sampleReport(),
      hostile: hostileReport(),
      unbroken: hostileReport('x'.repeat(300)),
      degenerate: sampleReport([{ ...degenerate, exhibits: degenerateExhibits() }]),
      empty: sampleReport([]),
    };
    address = writePages(folder, reports, renderEvaluationReport);
    browser = await launchChromium();
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const visit = (name: string, options: BrowserContextOptions, use: (page: Page) => Promise<void>) =>
    visitFile(browser, address[name], options, use);

  it('has no horizontal overflow on a phone, a tablet or a desk, whatever the texts', async () => {
    for (const name of Object.keys(address)) {
      await visit(name, {}, async (page) => {
        for (const width of [360, 600, 780, 1100, 1280]) {
          await page.setViewportSize({ width, height: 740 });
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect(overflow, `${name} at ${width}`).toBeLessThanOrEqual(0);
        }
      });
    }
  }, 60_000);

  it('draws inside its figures, at phone width too', async () => {
    for (const width of [360, 1280]) {
      await visit('sample', { viewport: { width, height: 740 } }, async (page) => {
        const outside = await page.evaluate(() =>
          Array.from(document.querySelectorAll('.chart .tick, .chart .point, .chart .curve, .chart .bar'), (e) => {
            const box = e.getBoundingClientRect();
            const figure = (e.closest('figure') as Element).getBoundingClientRect();
            return { excess: Math.max(figure.left - box.left, box.right - figure.right), text: e.textContent };
          }).filter((p) => p.excess > 1),
        );
        expect(outside).toEqual([]);
      });
    }
  });

  it('is complete without JavaScript', async () => {
    await visit('sample', { javaScriptEnabled: false }, async (page) => {
      const figures = sampleReport().experiments.flatMap((e) => e.exhibits).length;
      expect(await page.locator('figure').count()).toBe(figures);
      expect(await page.locator('.chart').first().isVisible()).toBe(true);
      await page.locator('.values summary').first().click();
      expect(await page.locator('.values[open] table').first().isVisible()).toBe(true);
    });
  });

  it('is reached by keyboard: skip link, contents, tables that scroll, values', async () => {
    await visit('sample', {}, async (page) => {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.className)).toContain('skip-link');
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('#experiment-1');
      await page.keyboard.press('Enter');
      expect(await page.evaluate(() => location.hash)).toBe('#experiment-1');
      expect(
        await page.evaluate(() => document.querySelector('#experiment-1')!.getBoundingClientRect().top),
      ).toBeLessThan(20);
      await page.focus('.values summary');
      await page.keyboard.press('Enter');
      expect(await page.locator('.values[open]').count()).toBe(1);
      const scrollers = await page.$$eval('.table-scroll', (all) => all.map((e) => e.getAttribute('tabindex')));
      expect(scrollers.every((t) => t === '0')).toBe(true);
    });
  });

  it('keeps the heading of a long table in sight', async () => {
    await visit('sample', {}, async (page) => {
      const moved = await page.evaluate(() => {
        const box = document.querySelector('.of-table .tall') as Element;
        box.scrollTop = 300;
        return (box.querySelector('thead th') as Element).getBoundingClientRect().top - box.getBoundingClientRect().top;
      });
      expect(Math.abs(moved)).toBeLessThanOrEqual(1);
    });
  });

  it('has enough contrast: values on their shades, text, and series on paper; light, dark and in print', async () => {
    for (const [colorScheme, media] of [
      ['light', 'screen'],
      ['dark', 'screen'],
      ['light', 'print'],
    ] as const) {
      await visit('sample', { colorScheme }, async (page) => {
        await page.emulateMedia({ media, colorScheme });
        const ratios = await page.evaluate(() => {
          const numbers = (colour: string): number[] => (colour.match(/[\d.]+/g) as string[]).slice(0, 3).map(Number);
          const luminance = (colour: string): number => {
            const [r, g, b] = numbers(colour).map((v) => {
              const c = v / 255;
              return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
            });
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const contrast = (a: string, b: string): number => {
            const [hi, lo] = [luminance(a), luminance(b)].sort((x, y) => y - x);
            return (hi + 0.05) / (lo + 0.05);
          };
          const host = document.querySelector('.heat tbody tr') as Element;
          const probe = document.body.appendChild(document.createElement('span'));
          const paper = getComputedStyle(document.body).backgroundColor;
          const shades = Array.from({ length: 9 }, (_, i) => {
            const cell = host.appendChild(document.createElement('td'));
            cell.className = `q${i}`;
            const style = getComputedStyle(cell);
            return {
              what: `q${i}`,
              ratio: contrast(style.color, style.backgroundColor),
              needed: 4.5,
              light: luminance(style.backgroundColor),
            };
          });
          const series = Array.from({ length: 8 }, (_, i) => {
            probe.className = `s${i}`;
            return { what: `s${i}`, ratio: contrast(getComputedStyle(probe).color, paper), needed: 3, light: 0 };
          });
          return {
            faint: [...shades, ...series].filter((r) => r.ratio < r.needed),
            lights: shades.map((s) => s.light),
          };
        });
        expect(ratios.faint).toEqual([]);
        // A sequential palette: its lightness goes one way.
        const order = [...ratios.lights].sort((a, b) => (colorScheme === 'dark' ? a - b : b - a));
        expect(ratios.lights).toEqual(order);
        expect(new Set(ratios.lights).size).toBe(9);
      });
    }
  });

  it('runs nothing from its texts', async () => {
    await visit('hostile', {}, async (page) => {
      expect(await page.evaluate(() => (window as { hacked?: unknown }).hacked)).toBeUndefined();
      expect(await page.locator('img, iframe, object, script, b').count()).toBe(0);
    });
  });
});
