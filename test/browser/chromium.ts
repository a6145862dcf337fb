import { hasChromium } from '../../bench/harness/chromium.ts';

export { launchChromium } from '../../bench/harness/chromium.ts';

/** Whether browser tests cannot run; says once why not. */
export function chromiumIsAbsent(): boolean {
  const absent = !hasChromium();
  if (absent) console.warn('skipped: no Chromium at CHROMIUM_PATH or its usual place');
  return absent;
}
