import * as yaml from 'yaml';
import { YamlFault, yamlValue } from '../../core/text/yaml-value.js';
import { UsageError } from '../failure.js';
import { parseJson } from './parse-json.js';

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
    return yamlValue(text, yaml);
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    throw new UsageError('invalid-data', `${name} is neither JSON nor YAML: ${error.message}`, HINT);
  }
}
