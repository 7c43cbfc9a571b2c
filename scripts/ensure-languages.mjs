// The tests of generated code run it in its own language. What is missing and may be installed (as root, with apt-get and
// the language's own package manager: in CI, in a container) is; elsewhere its absence is told, and those tests are skipped.

import { spawnSync } from 'node:child_process';
import { aptInstall, mayAptInstall } from './apt-install.mjs';
import { ensureKotlin } from './ensure-kotlin.mjs';

/** What generated code needs, by a command that shows that it is there, with Debian's packages that bring it. */
const needs = [
  { name: 'curl', shows: ['curl', '--version'], packages: ['curl'] },
  { name: 'python3', shows: ['python3', '--version'], packages: ['python3'] },
  { name: 'go', shows: ['go', 'version'], packages: ['golang-go'] },
  { name: 'javac', shows: ['javac', '--version'], packages: ['default-jdk-headless'] },
  { name: 'cargo', shows: ['cargo', '--version'], packages: ['cargo'] },
  {
    name: 'php with curl',
    shows: ['php', '-r', 'exit(extension_loaded("curl") ? 0 : 1);'],
    packages: ['php-cli', 'php-curl'],
  },
  { name: 'ruby', shows: ['ruby', '--version'], packages: ['ruby'] },
  { name: 'mcs', shows: ['mcs', '--version'], packages: ['mono-mcs'] },
  { name: 'mono', shows: ['mono', '--version'], packages: ['mono-runtime', 'libmono-system-net-http4.0-cil'] },
  // These complete what is typed.
  { name: 'zsh', shows: ['zsh', '--version'], packages: ['zsh'] },
  { name: 'fish', shows: ['fish', '--version'], packages: ['fish'] },
];
/** Python's packages: the two HTTP libraries. */
const pythonPackages = ['requests', 'httpx'];

export function ensureLanguages() {
  const missing = needs.filter(({ shows: [command, ...args] }) => !runs(command, args));
  if (missing.length > 0) install(missing);
  const lacking = pythonPackages.filter((name) => !runs('python3', ['-c', `import ${name}`]));
  if (lacking.length > 0) installForPython(lacking);
  ensureKotlin();
}

function install(missing) {
  if (mayAptInstall()) aptInstall(missing.map(({ packages }) => packages));
  else console.log(`not run without: ${missing.map(({ name }) => name).join(', ')}`);
}

/** Somebody's own Python is left as it is. Root, as in a container, and CI have none of their own to protect. */
function installForPython(lacking) {
  if (!process.env.CI && process.getuid?.() !== 0) {
    console.log(`not run without Python's ${lacking.join(' and ')}: python3 -m pip install ${lacking.join(' ')}`);
    return;
  }
  console.log(`running python3 -m pip install ${lacking.join(' ')}`);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--root-user-action=ignore'];
  // Debian's own Python refuses pip without the second form.
  for (const extra of [[], ['--break-system-packages']]) {
    if (runs('python3', [...pip, ...extra, ...lacking])) return;
  }
  console.error(`pip could not install ${lacking.join(' and ')}`);
}

function runs(command, args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
