import { signal } from '@preact/signals';
import { type CodePiece, piecesOf } from './pieces.js';

type Api = typeof import('highlight.js/lib/core').default;
type Grammar = Parameters<Api['registerLanguage']>[1];

/** Each in a file of its own, fetched when code in it is first shown. Code in another language is shown without colours. */
const LANGUAGES: Readonly<Record<string, () => Promise<{ readonly default: Grammar }>>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  go: () => import('highlight.js/lib/languages/go'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  php: () => import('highlight.js/lib/languages/php'),
  python: () => import('highlight.js/lib/languages/python'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
};

/** The highlighter with the languages that have come so far, in a new object for each. */
const loaded = signal<{ readonly api: Api; readonly languages: ReadonlySet<string> } | null>(null);
const asked = new Set<string>();

/** Code in pieces of one kind each; in one plain piece while its language is on its way. */
export function highlighted(code: string, language: string): CodePiece[] {
  if (loaded.value?.languages.has(language) !== true) {
    void load(language);
    return [{ text: code, kind: null }];
  }
  return piecesOf(code, loaded.value.api.highlight(code, { language }).value);
}

async function load(language: string): Promise<void> {
  const loader = Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language] : undefined;
  if (loader === undefined || asked.has(language)) return;
  asked.add(language);
  try {
    const [{ default: api }, { default: grammar }] = await Promise.all([import('highlight.js/lib/core'), loader()]);
    api.registerLanguage(language, grammar);
    loaded.value = { api, languages: new Set([...(loaded.peek()?.languages ?? []), language]) };
  } catch {
    // Code without colours is still code; it is asked for again when it is drawn the next time.
    asked.delete(language);
  }
}
