import type { Load } from '../../core/capacity/load.js';
import { parseLoad } from '../../core/capacity/parse-load.js';
import { type InputIssue, PolicyError } from '../../core/errors.js';
import { isPlain, type Plain } from '../../core/policy/paths.js';
import type { Io } from '../io.js';
import { parseJson } from './parse-json.js';
import { nameOfInput, readText } from './read-text.js';

/** What a policy file holds: a policy, and beside it what it is laid over and what it has to carry. */
export interface PolicyFile {
  /** What it is called in messages. */
  readonly name: string;
  /** As written: checked together with what lies over and under it. */
  readonly policy: Plain;
  readonly load: Load | null;
  /** Id of the preset that fills in what the file leaves out. */
  readonly preset: unknown;
}

const MAX_BYTES = 1024 * 1024;

/** Reads a policy file, or standard input for `-`. Throws `UsageError` or {@link PolicyError}. */
export async function readPolicyFile(io: Io, path: string): Promise<PolicyFile> {
  const name = nameOfInput(path);
  const document = parseJson(await readText(io, path, '--policy', MAX_BYTES), name);
  if (!isPlain(document)) {
    throw new PolicyError([{ field: name, value: document, allowed: 'an object, such as { "maxAttempts": 4 }' }]);
  }
  const { load, preset, ...policy } = document;
  return { name, policy, load: load === undefined ? null : loadOf(load, name), preset };
}

function loadOf(input: unknown, name: string): Load {
  try {
    return parseLoad(input);
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    throw new PolicyError(error.issues.map((issue): InputIssue => ({ ...issue, field: `${name}: ${issue.field}` })));
  }
}
