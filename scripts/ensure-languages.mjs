// The tests of generated code run it in its own language. What is missing and may be installed (as root, with apt-get and
// the language's own package manager: in CI, in a container) is; elsewhere its absence is told, and those tests are skipped.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The commands that generated code needs, with Debian's packages that bring them. */
const commands = { curl: 'curl', python3: 'python3', go: 'golang-go', javac: 'default-jdk-headless', cargo: 'cargo' };
/** Python's packages: the two HTTP libraries. */
const pythonPackages = ['requests', 'httpx'];

export function ensureLanguages() {
  const missing = Object.keys(commands).filter(
    (command) => !runs(command, [command === 'go' ? 'version' : '--version']),
  );
  if (missing.length > 0) install(missing);
  const lacking = pythonPackages.filter((name) => !runs('python3', ['-c', `import ${name}`]));
  if (lacking.length > 0) installForPython(lacking);
}

function install(missing) {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!mayInstall) {
    console.log(`not run without: ${missing.join(', ')}`);
    return;
  }
  const packages = missing.map((command) => commands[command]);
  console.log(`running apt-get install ${packages.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const { status } = spawnSync('apt-get', ['-q', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env });
    // A list that could not be updated may still be good enough.
    if (status !== 0) console.error(`apt-get ${args[0]} ended with ${status}`);
  }
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
