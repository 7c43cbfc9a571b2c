// The tests of the page need a browser: Debian's Chromium, or the one that CHROMIUM names. Where it is missing and may be
// installed it is; elsewhere its absence is told, and the tests are skipped.

import { existsSync } from 'node:fs';
import { aptInstall, mayAptInstall } from './apt-install.mjs';

export function ensureChromium() {
  const named = process.env.CHROMIUM;
  const file = named ?? '/usr/bin/chromium';
  if (existsSync(file)) return;
  if (named === undefined && mayAptInstall()) aptInstall([['chromium']]);
  else console.log(`no Chromium at ${file}: install Debian's package chromium, or name another by CHROMIUM`);
}
