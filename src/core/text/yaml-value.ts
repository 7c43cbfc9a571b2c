import { printable } from './printable.js';

/** What is used of `yaml`, a package that only the command and the page carry. */
export interface YamlReader {
  parseAllDocuments(text: string, options: typeof OPTIONS): Iterable<YamlDocument>;
  visit(document: never, visitor: { Map(key: unknown, map: { readonly items: readonly YamlPair[] }): void }): void;
  isScalar(node: unknown): boolean;
}

interface YamlDocument {
  readonly errors: readonly Error[];
  toJS(options: { readonly maxAliasCount: number }): unknown;
}

interface YamlPair {
  readonly key: unknown;
}

/** Why a text is no YAML that can be used: half a sentence, in one line. */
export class YamlFault extends Error {}

// The reader's own search for keys that stand twice compares all with all, which takes minutes for a large file.
const OPTIONS = { merge: true, logLevel: 'silent', uniqueKeys: false } as const;

/** References to anchors that are followed. A few lines of YAML can stand for billions of nodes. */
const MOST_ALIASES = 100;

/** The value of a text in YAML; a list of them where it has several documents. Throws {@link YamlFault}. */
export function yamlValue(text: string, reader: YamlReader): unknown {
  try {
    const values = Array.from(reader.parseAllDocuments(text, OPTIONS), (document) => {
      const [fault] = document.errors;
      if (fault !== undefined) throw fault;
      reader.visit(document as never, { Map: (_, { items }) => refuseTwice(items, reader) });
      return document.toJS({ maxAliasCount: MOST_ALIASES });
    });
    if (values.length === 0) throw new Error('there is nothing here');
    return values.length === 1 ? values[0] : values;
  } catch (error) {
    const { message } = error as Error;
    // Other lines draw the place; it is named in the first one as well.
    const reason = /call stack/.test(message) ? 'it is nested too deeply' : (message.split(/:?\n/)[0] as string);
    throw new YamlFault(printable(reason, 200));
  }
}

/** Which of two values is meant, nobody can tell. */
function refuseTwice(items: readonly YamlPair[], { isScalar }: YamlReader): void {
  const seen = new Set<unknown>();
  for (const { key } of items) {
    const value = isScalar(key) ? (key as { value: unknown }).value : key;
    // The key of a merge, of which there may be several.
    if (typeof value === 'symbol') continue;
    // As in the object that is made of it, where 1 and "1" are the same name.
    const name = isScalar(key) ? String(value) : key;
    if (seen.has(name)) throw new YamlFault(`the key "${printable(String(name))}" stands twice in one map`);
    seen.add(name);
  }
}
