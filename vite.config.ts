import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { ONE_FILE } from './src/cli/page/page-files.js';
import { PAGE_POLICY } from './src/cli/page/security-headers.js';
import { LICENSES, oneFile } from './web/one-file.js';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

/** The page: `vite` serves it for development, `vite build` writes it to dist/web. */
export default defineConfig({
  root: 'web',
  // Relative, so that the page works from any folder of any host.
  base: './',
  plugins: [contentSecurityPolicy(), offline(), oneFile()],
  // Generated code names the version that made it.
  define: { 'import.meta.env.HOLDOFF_VERSION': JSON.stringify(version) },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    // Nothing as data: in the source, so that the policy below can refuse it.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // What the page begins with is one file: many small ones are compressed less well, and each is a request.
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
      // Most of the time goes into building the page once more as one file, which is known.
      checks: { pluginTimings: false },
    },
    // Travels with the package; the server does not give it out.
    license: { fileName: LICENSES },
  },
  worker: { format: 'es' },
});

/** In the page itself too, for servers that do not say it. Only when built: the development server injects styles. */
function contentSecurityPolicy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: PAGE_POLICY.join('; ') },
        injectTo: 'head-prepend',
      },
    ],
  };
}

/** The worker itself; and what only the package carries, or who wants it downloads. */
const NOT_KEPT: readonly string[] = ['service-worker.js', LICENSES, ONE_FILE];

/**
 * Tells the service worker which files there are, when all of them have been written, and gives it a version that
 * changes with any of them.
 */
function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    writeBundle({ dir }) {
      const folder = dir as string;
      const files = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !NOT_KEPT.includes(entry.name))
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .sort();
      const hash = createHash('sha256');
      for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
      const path = join(folder, 'service-worker.js');
      const worker = readFileSync(path, 'utf8')
        .replace("'VERSION'", `'${hash.digest('hex').slice(0, 12)}'`)
        .replace("['FILES']", JSON.stringify(['./', ...files.filter((file) => file !== 'index.html')]));
      writeFileSync(path, worker);
    },
  };
}
