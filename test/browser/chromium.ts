import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const executable = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** Whether browser tests can run; says once why not. */
export function chromiumIsAbsent(): boolean {
  const absent = !existsSync(executable);
  if (absent) console.warn('skipped: no Chromium at CHROMIUM_PATH or its usual place');
  return absent;
}

/** Headless Chromium that reaches nothing but the page under test. */
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
