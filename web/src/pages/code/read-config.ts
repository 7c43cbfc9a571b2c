import { findTwice } from '../../../../src/core/text/json-twice.js';
import { printable } from '../../../../src/core/text/printable.js';
import { YamlFault, yamlValue } from '../../../../src/core/text/yaml-value.js';

/** Longest text that is taken, in characters. Reading it must not hold up the page; configs have a tenth of it. */
export const MOST_CHARACTERS = 200_000;

/** A config that is neither JSON nor YAML, or says something twice; the message is a sentence. */
export class UnreadableConfig extends Error {}

/**
 * The value of a text in JSON or YAML; a list of them where YAML has several documents. The reader of YAML comes when
 * the first text is not JSON. Rejects with {@link UnreadableConfig}.
 */
export async function readConfig(text: string): Promise<unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return readYaml(text);
  }
  const twice = findTwice(text);
  if (twice === null) return value;
  throw new UnreadableConfig(`Line ${twice.line}: the name "${printable(twice.key, 100)}" stands twice in one object.`);
}

async function readYaml(text: string): Promise<unknown> {
  const yaml = await import('yaml');
  try {
    return yamlValue(text, yaml);
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    throw new UnreadableConfig(`This is neither JSON nor YAML: ${error.message}.`);
  }
}
