import { isScalar, type Pair, parseAllDocuments, visit } from 'yaml';
import { printable } from '../../core/text/printable.js';
import { UsageError } from '../failure.js';
import { parseJson } from './parse-json.js';

/** References to anchors that are followed. A few lines of YAML can stand for billions of nodes. */
const MOST_ALIASES = 100;

/**
 * The value of a text in JSON or YAML; a list of them where YAML has several documents. Throws `UsageError` with line and
 * column. `path` is where it was read, `name` what it is called in messages.
 */
export function parseData(text: string, path: string, name: string): unknown {
  return /\.json$/i.test(path) || isJson(text) ? parseJson(text, name) : parseYaml(text, name);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const HINT = 'of a program, give only the object with the settings, as JSON, YAML or a literal of JavaScript';

function parseYaml(text: string, name: string): unknown {
  try {
    // The reader's own search for keys that stand twice compares all with all, which takes minutes for a large file.
    const documents = parseAllDocuments(text, { merge: true, logLevel: 'silent', uniqueKeys: false });
    const values = Array.from(documents, (document) => {
      const [fault] = document.errors;
      if (fault !== undefined) throw fault;
      visit(document, { Map: (_, { items }) => refuseTwice(items) });
      return document.toJS({ maxAliasCount: MOST_ALIASES }) as unknown;
    });
    if (values.length === 0) throw new Error('there is nothing here');
    return values.length === 1 ? values[0] : values;
  } catch (error) {
    const { message } = error as Error;
    const reason = /call stack/.test(message) ? 'it is nested too deeply' : (message.split(/:?\n/)[0] as string);
    throw new UsageError('invalid-data', `${name} is neither JSON nor YAML: ${printable(reason, 200)}`, HINT);
  }
}

/** Which of two values is meant, nobody can tell. */
function refuseTwice(items: readonly Pair[]): void {
  const seen = new Set<unknown>();
  for (const { key } of items) {
    const value = isScalar(key) ? key.value : key;
    if (value !== '<<' && seen.has(value))
      throw new Error(`the key "${printable(String(value))}" stands twice in one map`);
    seen.add(value);
  }
}
