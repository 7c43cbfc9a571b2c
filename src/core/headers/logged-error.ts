// What many people have in hand is no response but the line that a client logs about one.

import { UNREMARKABLE_FIELDS } from './response/common-fields.js';

export interface LoggedError {
  readonly status: number;
  /** JSON where the line quotes the response's body, else the line itself. */
  readonly body: unknown;
}

/** Words of clients before a status: `status code 429` (axios), `Error code: 429` and `RateLimitError: 429` (OpenAI, Anthropic). */
const STATUS_AFTER =
  /(?:\b(?:status(?:[ _]?code)?|code|http(?:\/[\d.]+)?)|error(?: code)?)["']?\s{0,3}[:=]?\s{0,3}\(?([45]\d\d)\b/i;
/** And behind it: `429 Client Error` (requests), `429 Too Many Requests`, `529 {"type":"error", …`. */
const STATUS_BEFORE =
  /(?<![\w.-])([45]\d\d) (?:(?:client error|server error|too many requests|service unavailable)\b|\{)/i;
const NOTHING_ELSE = /^\s*([45]\d\d)\s*$/;
/** The colon of a field, and not that of an object's property as Node prints it: `server: 'nginx',`. */
const COLON = String.raw`[ \t]?:(?![ \t]{0,9}['{[]|.*,\s*$)`;
/** As `RateLimitError:` would be. */
const NO_CLASS = String.raw`(?![\w-]{0,60}(?:error|exception)\b)`;
/** A status line, or a field of those that responses have: then it is a response, and read as one. */
const RESPONSE = new RegExp(
  String.raw`^[ \t<*]{0,9}(?:HTTP/\d|(?::?status(?: code)?|date|server|content-[a-z]{1,20}|[\w-]{0,60}(?:retry-after|ratelimit|rate-limit)${NO_CLASS}[\w-]{0,60})(?:${COLON}|[ \t]?$))`,
  'im',
);
/** Other fields may stand below an error; what they hold is no word of the client. */
const OTHER_FIELDS = new RegExp(
  String.raw`^[ \t<*]{0,9}(?:${UNREMARKABLE_FIELDS.join('|')}|(?:x|cf)-[\w-]{1,60}|request-id)${COLON}.*`,
  'gim',
);
/** A body or a HAR file. */
const JSON_TEXT = /^\s*[{[]/;
/** Logs are long; the line that counts is short. */
const MOST_LOOKED_AT = 16_384;

/**
 * The error that a client logged, in one of the ways of the well-known ones: its status, and the body that it quotes or else
 * its words. Null for any other text.
 */
export function loggedError(text: string): LoggedError | null {
  if (text.length > MOST_LOOKED_AT || JSON_TEXT.test(text) || RESPONSE.test(text)) return null;
  const words = text.replace(OTHER_FIELDS, '');
  const status = [STATUS_AFTER, STATUS_BEFORE, NOTHING_ELSE]
    .map((form) => form.exec(words)?.[1])
    .find((found) => found !== undefined);
  return status === undefined ? null : { status: Number(status), body: quotedBody(text) ?? text };
}

function quotedBody(text: string): unknown {
  const quoted = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  return parsed(quoted) ?? parsed(jsonOfPython(quoted));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A dictionary as Python prints it: strings in either quotes, None, True and False. */
function jsonOfPython(text: string): string {
  return text.replace(PYTHON_TOKEN, (token) => {
    if (token in PYTHON_NAMES) return PYTHON_NAMES[token] as string;
    // Python escapes the quote that it quotes with; JSON knows no \'.
    const inner = token.slice(1, -1).replaceAll("\\'", "'");
    return token.startsWith('"') ? `"${inner}"` : `"${inner.replace(/\\"|"/g, '\\"')}"`;
  });
}

/** A string may lack its end, or each quote without one would be looked for to the end of the text. */
const PYTHON_TOKEN = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|\b(?:None|True|False)\b/g;
const PYTHON_NAMES: Readonly<Record<string, string>> = { None: 'null', True: 'true', False: 'false' };
