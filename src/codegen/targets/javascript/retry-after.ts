// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such strings are lines of the generated code

import { lines } from '../../text/lines.js';

/** The functions that read the wait which a server names. */
export function retryAfter(typed: boolean): string[] {
  return lines(
    '/**',
    ' * The wait that the server named: whole seconds or an HTTP-date (RFC 9110',
    ' * section 10.2.3). Anything else counts as none.',
    ' */',
    typed
      ? 'export function retryAfterMs(response?: Response): number | undefined {'
      : 'export function retryAfterMs(response) {',
    '  const value = response?.headers.get("retry-after")?.trim() ?? "";',
    '  const ms = /^\\d+$/.test(value)',
    '    ? Number(value) * 1000',
    '    : httpDateMs(value) - Date.now();',
    '  if (Number.isNaN(ms)) return undefined;',
    '  return Math.min(Math.max(0, ms), RETRY_AFTER_MAX_MS);',
    '}',
    '',
    '/**',
    ' * The three forms of RFC 9110 section 5.6.7, which all mean UTC. Date.parse()',
    ' * takes far more, and guesses the zone.',
    ' */',
    'const HTTP_DATES = [',
    '  /^[A-Z][a-z]{2}, (?<day>\\d\\d) (?<month>[A-Z][a-z]{2}) (?<year>\\d{4}) (?<time>\\d\\d:\\d\\d:\\d\\d) GMT$/,',
    '  /^[A-Z][a-z]{5,8}, (?<day>\\d\\d)-(?<month>[A-Z][a-z]{2})-(?<year>\\d\\d) (?<time>\\d\\d:\\d\\d:\\d\\d) GMT$/,',
    '  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \\d]\\d) (?<time>\\d\\d:\\d\\d:\\d\\d) (?<year>\\d{4})$/,',
    '];',
    'const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");',
    '',
    typed ? 'function httpDateMs(text: string): number {' : 'function httpDateMs(text) {',
    '  const form = HTTP_DATES.find((known) => known.test(text));',
    '  const parts = form?.exec(text)?.groups;',
    '  if (parts === undefined) return Number.NaN;',
    typed
      ? '  const { day = "", month = "", year = "", time = "" } = parts;'
      : '  const { day, month, year, time } = parts;',
    '  let fullYear = Number(year);',
    '  if (year.length === 2) {',
    '    // Two digits are the latest such year that is at most 50 years ahead.',
    '    const latest = new Date().getUTCFullYear() + 50;',
    '    fullYear = latest - ((latest - fullYear) % 100);',
    '  }',
    '  const monthNumber = String(MONTHS.indexOf(month) + 1).padStart(2, "0");',
    '  const date = `${fullYear}-${monthNumber}-${day.replace(" ", "0")}`;',
    '  const at = new Date(`${date}T${time}Z`);',
    '  // 30 February would be taken for a day in March.',
    '  return at.getUTCDate() === Number(day) ? at.getTime() : Number.NaN;',
    '}',
  );
}
