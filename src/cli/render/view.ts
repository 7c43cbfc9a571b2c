import type { Io, Output } from '../io.js';
import { createStyle, type Style } from './style.js';

/** Who looks at the output: how wide, in which characters, with or without colour. */
export interface View {
  readonly width: number;
  /** False where the locale is not UTF-8, so that the output is kept to ASCII. */
  readonly unicode: boolean;
  readonly style: Style;
}

/** The narrowest and the widest that we lay out for: beyond it lines are too long to read. */
const NARROWEST = 40;
const WIDEST = 160;

/** The view of one stream: standard output and standard error may well differ. */
export function viewOf(output: Output, io: Pick<Io, 'env' | 'platform'>, colourAllowed: boolean): View {
  return {
    width: widthOf(output, io.env),
    unicode: speaksUnicode(io),
    style: createStyle(colourAllowed && wantsColour(output, io.env)),
  };
}

function widthOf(output: Output, env: Io['env']): number {
  const asked = /^\d+$/.test(env.COLUMNS ?? '') ? Number(env.COLUMNS) : 0;
  const width = asked > 0 ? asked : ((output.isTerminal ? output.columns : undefined) ?? 80);
  return Math.max(NARROWEST, Math.min(WIDEST, width));
}

/** FORCE_COLOR beats NO_COLOR, as in Node; an empty variable says nothing (no-color.org, force-color.org). */
function wantsColour(output: Output, env: Io['env']): boolean {
  const { FORCE_COLOR = '', NO_COLOR = '', TERM } = env;
  if (FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return output.isTerminal && NO_COLOR === '' && TERM !== 'dumb';
}

/** The locale by POSIX's order of precedence. Windows sets none of them, and its terminals speak Unicode. */
function speaksUnicode({ env, platform }: Pick<Io, 'env' | 'platform'>): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  return locale === '' ? platform === 'win32' : /utf-?8/i.test(locale);
}
