import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const executable = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

export function hasChromium(): boolean {
  return existsSync(executable);
}

/** Headless Chromium that reaches nothing but the page it is given. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: executable,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
