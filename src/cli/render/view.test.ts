import { describe, expect, it } from 'vitest';
import { viewOf } from './view.js';

const terminal = { write: () => {}, isTerminal: true, columns: 120 };
const pipe = { write: () => {}, isTerminal: false, columns: undefined };
const view = (output: typeof terminal | typeof pipe, env: Record<string, string>, allowed = true, platform = 'linux') =>
  viewOf(output, { env, platform }, allowed);
const hasColour = (...args: Parameters<typeof view>) => view(...args).style.bad('x') !== 'x';

describe('colour', () => {
  it.each<[string, boolean, boolean]>([
    ['a terminal', hasColour(terminal, {}), true],
    ['a pipe', hasColour(pipe, {}), false],
    ['NO_COLOR', hasColour(terminal, { NO_COLOR: '1' }), false],
    ['an empty NO_COLOR, which says nothing', hasColour(terminal, { NO_COLOR: '' }), true],
    ['TERM=dumb', hasColour(terminal, { TERM: 'dumb' }), false],
    ['FORCE_COLOR in a pipe', hasColour(pipe, { FORCE_COLOR: '1' }), true],
    ['FORCE_COLOR beside NO_COLOR', hasColour(pipe, { FORCE_COLOR: '1', NO_COLOR: '1' }), true],
    ['FORCE_COLOR=0', hasColour(terminal, { FORCE_COLOR: '0' }), false],
    ['--no-color beside FORCE_COLOR', hasColour(terminal, { FORCE_COLOR: '1' }, false), false],
  ])('with %s is %s', (_, given, expected) => {
    expect(given).toBe(expected);
  });
});

describe('width', () => {
  it.each<[string, number, number]>([
    ['a terminal', view(terminal, {}).width, 120],
    ['a pipe', view(pipe, {}).width, 80],
    ['COLUMNS', view(terminal, { COLUMNS: '60' }).width, 60],
    ['COLUMNS in a pipe', view(pipe, { COLUMNS: '100' }).width, 100],
    ['a COLUMNS that is no number', view(terminal, { COLUMNS: 'wide' }).width, 120],
    ['a COLUMNS of 0', view(pipe, { COLUMNS: '0' }).width, 80],
    ['a very narrow terminal', view(pipe, { COLUMNS: '5' }).width, 40],
    ['a very wide terminal', view(pipe, { COLUMNS: '500' }).width, 160],
  ])('with %s is %d', (_, given, expected) => {
    expect(given).toBe(expected);
  });
});

describe('characters', () => {
  it.each<[string, boolean, boolean]>([
    ['LANG=en_GB.UTF-8', view(pipe, { LANG: 'en_GB.UTF-8' }).unicode, true],
    ['LANG=C.utf8', view(pipe, { LANG: 'C.utf8' }).unicode, true],
    ['LANG=C', view(pipe, { LANG: 'C' }).unicode, false],
    ['no locale', view(pipe, {}).unicode, false],
    ['no locale on Windows', view(pipe, {}, true, 'win32').unicode, true],
    ['LC_ALL=C before LANG', view(pipe, { LC_ALL: 'C', LANG: 'en_GB.UTF-8' }).unicode, false],
    ['LC_CTYPE before LANG', view(pipe, { LC_CTYPE: 'en_GB.UTF-8', LANG: 'C' }).unicode, true],
  ])('with %s: Unicode %s', (_, given, expected) => {
    expect(given).toBe(expected);
  });
});
