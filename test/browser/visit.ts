import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Opens a file in a fresh context, and fails on anything it logs (bad SVG attributes among it), throws, or asks of the network. */
export async function visitFile(
  browser: Browser,
  address: string,
  options: BrowserContextOptions,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (m) => faults.push(`${m.type()}: ${m.text()}`));
  page.on('pageerror', (e) => faults.push(e.message));
  page.on('request', (r) => {
    if (!/^(file|data):/.test(r.url())) faults.push(`asked for ${r.url()}`);
  });
  await page.goto(address);
  await use(page);
  expect(faults).toEqual([]);
  await context.close();
}

/** Writes a page for each report into a folder, and gives their addresses by name. */
export function writePages<Report, Name extends string>(
  folder: string,
  reports: Record<Name, Report>,
  render: (report: Report) => string,
): Record<Name, string> {
  const addresses = {} as Record<Name, string>;
  for (const name of Object.keys(reports) as Name[]) {
    const file = join(folder, `${name}.html`);
    writeFileSync(file, render(reports[name]));
    addresses[name] = pathToFileURL(file).href;
  }
  return addresses;
}
