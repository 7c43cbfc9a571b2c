import { InputError } from '../../core/errors.js';
import { standardDecoder } from '../../core/headers/decode.js';
import type { Decoded } from '../../core/headers/decoded.js';
import type { DecoderOptions } from '../../core/headers/decoder.js';
import { headersAnswer } from '../../core/headers/headers-answer.js';
import type { FlagValues } from '../../core/policy/flag.js';
import { formatInstant } from '../../core/text/format-instant.js';
import type { Answer, Command, ExplainedValue } from '../command.js';
import { UsageError } from '../failure.js';
import { captureAgeWarning } from '../input/capture-age.js';
import {
  asProviderFault,
  type CapturedResponse,
  NO_RESPONSE,
  readBody,
  readCapturedResponse,
} from '../input/captured-response.js';
import { parseInstant } from '../input/instant.js';
import { nameOfInput } from '../input/read-text.js';
import type { Io } from '../io.js';
import { outputForm } from '../output-flags.js';
import { headersCsv, headersMarkdown, renderHeaders } from '../render/headers-view.js';
import { PROVIDER_FLAG } from './shared-flags.js';

export const headers: Command = {
  name: 'headers',
  summary: 'What a response says: whether and when to call again, who refused, what is left.',
  examples: [
    { line: 'curl -si https://api.example.com/v1/items | holdoff headers', about: 'a response, as curl prints it' },
    { line: 'holdoff headers capture.har --provider github', about: 'the last response of a HAR file' },
    {
      line: 'curl -sD - -o answer.json https://api.example.com/v1/items | holdoff headers --body answer.json --json',
      about: 'headers and body apart; for programs',
    },
    {
      line: 'holdoff headers --retry-after "Wed, 21 Oct 2026 07:28:00 GMT" --now 2026-10-21T07:27:00Z',
      about: 'one value by itself: by the letter of RFC 9110, then leniently',
    },
  ],
  operand: {
    name: 'FILE',
    about:
      'A response as curl -i prints it, a HAR file, or JSON with status and headers. Of several responses the last one counts. Standard input when it is - or left out.',
  },
  groups: [
    {
      title: 'Response',
      flags: [
        { name: 'status', value: 'CODE', about: 'Its status, where the input has none or another one counts.' },
        { name: 'body', value: 'FILE', about: 'Its body, where the input has none; - is standard input.' },
        {
          name: 'retry-after',
          value: 'VALUE',
          about: 'The value of a Retry-After field, in place of a response; read strictly, then leniently.',
        },
      ],
    },
    {
      title: 'How it is read',
      flags: [
        {
          name: 'now',
          value: 'INSTANT',
          about:
            'When it came: 2026-10-21T07:28:00Z or milliseconds since 1970. Instants are measured against its own Date where it has one. (the clock)',
        },
        PROVIDER_FLAG,
        { name: 'strict', value: null, about: 'Read Retry-After and the IETF fields to the letter.' },
      ],
    },
  ],
  run,
};

async function run(flags: FlagValues, io: Io): Promise<Answer> {
  const nowMs = typeof flags.now === 'string' ? parseInstant(flags.now, '--now') : io.now();
  const status = typeof flags.status === 'string' ? parseStatus(flags.status) : null;
  if (typeof flags['retry-after'] === 'string') {
    for (const other of ['FILE', 'body', 'provider']) if (flags[other] !== undefined) throw notBoth(other);
    const { retryAfterAnswer } = await import('./retry-after.js');
    const question = { nowMs, status, strict: flags.strict !== undefined };
    return { ...retryAfterAnswer(flags['retry-after'], question), explained: circumstances(flags, nowMs, status, '') };
  }
  const response = await readResponse(flags, io);
  const parts = { ...response, status: status ?? response.status };
  const dialect = typeof flags.provider === 'string' ? flags.provider : undefined;
  const decoded = decodeParts(parts, { nowMs, dialect, strict: flags.strict !== undefined });
  const shown = { decoded, status: parts.status };
  const isShown = outputForm(flags) === 'text';
  const age = flags.now === undefined ? captureAgeWarning(parts.headers, nowMs) : null;
  return {
    json: { ...decoded, status: parts.status },
    sentence: headersAnswer(decoded),
    explained: explained(flags, { nowMs, parts, decoded }),
    // In the text they stand beside what they are about.
    warnings: [...(age === null ? [] : [age]), ...(isShown ? [] : decoded.warnings.map(({ message }) => message))],
    text: (view) => renderHeaders(shown, view),
    csv: () => headersCsv(decoded),
    markdown: () => headersMarkdown(shown),
  };
}

function notBoth(other: string): UsageError {
  const name = other === 'FILE' ? other : `--${other}`;
  return new UsageError('usage', `--retry-after and ${name}: the value is read by itself; give one of them`);
}

function parseStatus(text: string): number {
  if (/^[1-9]\d{2}$/.test(text)) return Number(text);
  throw new InputError({ field: '--status', value: text, allowed: 'a whole number from 100 to 999, such as 429' });
}

/** The response with the body that was given beside it. */
async function readResponse(flags: FlagValues, io: Io): Promise<CapturedResponse> {
  const { FILE: path, body } = flags;
  if (typeof body !== 'string') {
    if (path === undefined && io.stdinIsTerminal) throw nothingPiped();
    return await readCapturedResponse(io, typeof path === 'string' ? path : '-', 'FILE');
  }
  if (body === '-' && path === '-') {
    throw new UsageError('usage', 'FILE and --body: only one of them can be standard input');
  }
  const isNamed = typeof path === 'string';
  // A body alone is something to go by, too.
  const isAlone = !isNamed && (body === '-' || io.stdinIsTerminal);
  const response = isAlone ? NO_RESPONSE : await readCapturedResponse(io, isNamed ? path : '-', 'FILE', !isNamed);
  return { ...response, body: await readBody(io, body) };
}

function nothingPiped(): UsageError {
  const hint = 'pipe a response in, name a file, or give --retry-after VALUE';
  return new UsageError('nothing-piped', 'nothing is piped to standard input', hint);
}

function decodeParts(parts: CapturedResponse, options: DecoderOptions): Decoded {
  try {
    return standardDecoder().decode(parts, options);
  } catch (error) {
    throw asProviderFault(error);
  }
}

interface Used {
  readonly nowMs: number;
  readonly parts: CapturedResponse;
  readonly decoded: Decoded;
}

function explained(flags: FlagValues, { nowMs, parts, decoded }: Used): ExplainedValue[] {
  const { dialect } = decoded;
  const bodySource = typeof flags.body === 'string' ? nameOfInput(flags.body) : parts.name;
  const dialectSource = flags.provider === undefined ? dialect.reason : 'flag';
  return [
    ...circumstances(flags, nowMs, parts.status, parts.name),
    { field: 'body', flag: '--body', value: sizeOf(parts.body), source: bodySource },
    { field: 'dialect', flag: '--provider', value: dialect.id, source: dialectSource },
  ];
}

/** What holds for a single value, too. `name` is what a status that is known was read in. */
function circumstances(flags: FlagValues, nowMs: number, status: number | null, name: string): ExplainedValue[] {
  const from = (flag: string, otherwise: string): string => (flags[flag] === undefined ? otherwise : 'flag');
  const statusSource = from('status', status === null ? 'default' : name);
  return [
    { field: 'status', flag: '--status', value: String(status ?? 429), source: statusSource },
    { field: 'now', flag: '--now', value: formatInstant(nowMs), source: from('now', 'clock') },
    { field: 'strict', flag: '--strict', value: String(flags.strict !== undefined), source: from('strict', 'default') },
  ];
}

function sizeOf(body: unknown): string {
  if (body === null || body === undefined) return 'none';
  return typeof body === 'string' ? `${body.length} characters` : 'JSON';
}
