// What people call a value or a key that we have under another name. The nearest name by its letters is told where the
// value is refused; these are near in meaning only.

import type { InputIssue } from '../core/errors.js';
import { JITTER_NAMES } from '../core/grammar/jitter.js';
import { nearest } from '../core/text/nearest.js';

/** What to do instead about a value that was refused, or null where nobody can tell. Beats a hint by letters alone. */
export function otherName({ field, value }: InputIssue): string | null {
  // The name of a file may stand before that of the field.
  const key = field.slice(field.lastIndexOf(': ') + 1).trim();
  // Of a key that is not known the value is the key itself.
  if (Object.hasOwn(KEYS, key) && key.endsWith(String(value))) return KEYS[key] as string;
  if (typeof value !== 'string') return null;
  const given = value.trim().toLowerCase();
  if (/(?:^|-)jitter$/.test(key)) return didYouMean(jitterFor(given));
  const names = VALUES[key];
  if (names !== undefined && Object.hasOwn(names, given)) return didYouMean(names[given] as string);
  return /\d\s*[a-z]{3,}$/.test(given) ? didYouMean(shortUnits(given)) : null;
}

const RETRIES = 'the policy has maxAttempts, which is retries + 1';
const TIMEOUTS = 'the policy has attemptTimeoutMs for one attempt and deadlineMs for the whole call';

/** Keys of other libraries, by their path in a policy file. */
const KEYS: Readonly<Record<string, string>> = {
  retries: RETRIES,
  maxRetries: RETRIES,
  max_retries: RETRIES,
  retryCount: RETRIES,
  attempts: 'the policy has maxAttempts, which counts the first attempt too',
  timeout: TIMEOUTS,
  timeoutMs: TIMEOUTS,
  'backoff.base': 'say backoff.baseMs',
  'backoff.initial': 'say backoff.baseMs',
  'backoff.delay': 'say backoff.baseMs, or backoff.delaysMs for a list',
  'backoff.cap': 'say backoff.capMs',
  'backoff.max': 'say backoff.capMs',
  'backoff.maxDelay': 'say backoff.capMs',
  'backoff.factor': 'say backoff.multiplier',
};

const PROVIDERS: Readonly<Record<string, string>> = {
  claude: 'anthropic',
  gpt: 'openai',
  chatgpt: 'openai',
  azure: 'azure-openai',
  google: 'gemini',
  vertex: 'gemini',
  amazon: 'aws',
  bedrock: 'aws',
  octokit: 'github',
  docker: 'docker-hub',
  twitter: 'x',
};

const PRESETS: Readonly<Record<string, string>> = {
  boto: 'botocore-legacy',
  boto3: 'botocore-legacy',
  openai: 'openai-node or openai-python',
  anthropic: 'anthropic-typescript or anthropic-python',
  claude: 'anthropic-typescript or anthropic-python',
  gemini: 'google-genai-js',
  aws: 'aws-sdk-standard',
  k8s: 'kubernetes-default-retry',
  kubernetes: 'kubernetes-default-retry',
};

/** Values by the flag or operand that they were given to. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  TARGET: {
    js: 'javascript',
    node: 'javascript',
    ts: 'typescript',
    py: 'python',
    python3: 'python',
    requests: 'python',
    httpx: 'python-httpx',
    golang: 'go',
    sh: 'bash',
    shell: 'bash',
    curl: 'bash',
    rs: 'rust',
    'c#': 'csharp',
    cs: 'csharp',
    dotnet: 'csharp',
    rb: 'ruby',
    kt: 'kotlin',
  },
  PROVIDER: PROVIDERS,
  '--provider': PROVIDERS,
  '--preset': PRESETS,
  preset: PRESETS,
};

function didYouMean(name: string | null): string | null {
  return name === null ? null : `did you mean ${name}?`;
}

/** `0.8-1.2` and its kin as a range, another word as the nearest name. */
function jitterFor(given: string): string | null {
  const range = /^(\d{0,9}\.?\d{1,9}) ?(?:-|–|—|,|:|\.{3}|…|to) ?(\d{0,9}\.?\d{1,9})$/.exec(given);
  if (range === null) return nearest(given, JITTER_NAMES);
  return Number(range[1]) <= Number(range[2]) ? `${range[1]}..${range[2]}` : null;
}

const UNITS: readonly (readonly [words: RegExp, unit: string])[] = [
  [/^(?:msecs?|millis|milliseconds?)$/, 'ms'],
  [/^(?:secs?|seconds?)$/, 's'],
  [/^(?:mins|minutes?)$/, 'm'],
  [/^(?:hrs?|hours?)$/, 'h'],
  [/^days?$/, 'd'],
];

/** `30 seconds` as `30s`; null for what is no time with its unit written out. */
function shortUnits(given: string): string | null {
  const [, amount, word = ''] = /^(\d{0,9}\.?\d{1,9}) ?([a-z]{1,9})$/.exec(given) ?? [];
  const unit = UNITS.find(([words]) => words.test(word))?.[1];
  return amount === undefined || unit === undefined ? null : `${amount}${unit}`;
}
