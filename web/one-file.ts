// The page as one file that opens from disk: scripts, styles, workers and icon are in it, and nothing is ever asked for.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import { ONE_FILE } from '../src/cli/page/page-files.js';

/** Of what is bundled; the build writes it beside the page. */
export const LICENSES = 'bundled-licenses.md';

/** Builds the page once more when it has been written, and puts the parts into one file. */
export function oneFile(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'one-file',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    async writeBundle({ dir }, bundle) {
      const output = await builtInOne(config);
      const only = (type: 'chunk' | 'asset', ending: string): Rolldown.OutputChunk | Rolldown.OutputAsset => {
        const found = output.filter((part) => part.type === type && part.fileName.endsWith(ending));
        if (found.length !== 1) throw new Error(`one ${ending} was expected, and there are ${found.length}`);
        return found[0] as Rolldown.OutputChunk | Rolldown.OutputAsset;
      };
      const script = only('chunk', '.js') as Rolldown.OutputChunk;
      const styles = only('asset', '.css');
      const publicFile = (name: string): string => readFileSync(join(config.publicDir, name), 'utf8');
      const page = documentOf(readFileSync(join(config.root, 'index.html'), 'utf8'), {
        script: script.code,
        styles: textOf(styles),
        theme: publicFile('theme.js'),
        icon: publicFile('favicon.svg'),
        licenses: textOf(bundle[LICENSES]),
      });
      writeFileSync(join(dir as string, ONE_FILE), page);
    },
  };
}

/** The page's scripts as one, and its styles as another. */
async function builtInOne({
  root,
  define,
  oxc,
}: ResolvedConfig): Promise<readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    define: { ...define, 'import.meta.env.HOLDOFF_IS_ONE_FILE': 'true' },
    oxc: oxc as never,
    plugins: [workersWithin()],
    // As plain scripts: browsers refuse to start modules from within a page from disk.
    worker: { format: 'iife' },
    build: {
      write: false,
      copyPublicDir: false,
      target: 'es2023',
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: { input: join(root, 'src/main.tsx'), output: { codeSplitting: false } },
    },
  });
  return (built as Rolldown.RolldownOutput).output;
}

const WORKER = /new Worker\(new URL\(('[^']+'), import\.meta\.url\), \{ type: 'module' \}\)/;

/** A worker has to come from an address, which here is made in the tab from the text of its script. */
function workersWithin(): Plugin {
  return {
    name: 'workers-within',
    enforce: 'pre',
    transform(code) {
      const path = WORKER.exec(code)?.[1];
      if (path === undefined) return null;
      const start = `import StartedWithin from ${path.replace(/'$/, "?worker&inline'")};\n`;
      return { code: start + code.replace(WORKER, 'new StartedWithin()'), map: null };
    },
  };
}

interface Parts {
  readonly script: string;
  readonly styles: string;
  readonly theme: string;
  readonly icon: string;
  readonly licenses: string;
}

/** The document with its parts in it. Its policy names them by their hashes, and allows no other script or style. */
function documentOf(source: string, { script, styles, theme, icon, licenses }: Parts): string {
  const [main, early] = [scriptText(script), scriptText(theme)];
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(main)} ${hashOf(early)}`,
    `style-src ${hashOf(styles)}`,
    'img-src data: blob:',
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const parts: readonly [RegExp, string][] = [
    [/<link rel="icon"[^>]*>/, `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}" />`],
    [/<script [^>]*theme\.js[^>]*><\/script>/, `<script>${early}</script>`],
    [/<script [^>]*main\.tsx[^>]*><\/script>/, `<style>${styles}</style>\n    <script type="module">${main}</script>`],
    [/<\/body>/, `</body>\n  <!--\n${licenses.replaceAll('-->', '--\u00a0>')}\n  -->`],
    [/<meta charset/, `<meta http-equiv="Content-Security-Policy" content="${policy}" />\n    <meta charset`],
  ];
  return parts.reduce((text, [place, part]) => {
    if (!place.test(text)) throw new Error(`index.html has nothing like ${place}`);
    return text.replace(place, () => part);
  }, source);
}

/** What ends a script in HTML, or begins a comment in it, stands only in texts, where it can be written otherwise. */
function scriptText(code: string): string {
  return code.replaceAll(/<(?=\/script|script|!--)/gi, '\\x3c');
}

function textOf(part: Rolldown.OutputChunk | Rolldown.OutputAsset | undefined): string {
  if (part?.type !== 'asset') throw new Error('a file of the page is missing');
  return typeof part.source === 'string' ? part.source : new TextDecoder().decode(part.source);
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
