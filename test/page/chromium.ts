// The browser that the page is tested in: Debian's Chromium, or the one that CHROMIUM names.

import { existsSync } from 'node:fs';

/** Without these it asks for updates and looks up hosts, which a machine without a network takes badly. */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const FILE = process.env.CHROMIUM ?? '/usr/bin/chromium';

/**
 * The browser's file; null where there is none, and the tests are skipped for all to see. In CI they fail instead, since
 * nobody would notice that they are not run.
 */
export const chromiumFile = existsSync(FILE) ? FILE : null;

if (chromiumFile === null) {
  const what = `no Chromium at ${FILE}: install Debian's package chromium, or name another by CHROMIUM`;
  if (process.env.CI) throw new Error(what);
  console.warn(`The tests of the page are skipped: ${what}.`);
}
