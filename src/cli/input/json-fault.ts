/** Where a JSON text stops being JSON, and how. */
export interface JsonFault {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
  readonly problem: string;
}

type State = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'more' | 'end';

const STRING = /"(?:[^"\\\p{Cc}]|\x7f|[\x80-\x9f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y;
const SPACE = /[ \t\r\n]*/y;

/**
 * The first fault of a text that JSON.parse refuses; null when there is none. The engine's own message has a position
 * in some cases and versions only, and never says what to do.
 */
export function findJsonFault(text: string): JsonFault | null {
  const open: ('{' | '[')[] = [];
  let state: State = 'value';
  let at = skip(text, 0);
  while (at < text.length) {
    const step = next(text, at, state, open);
    if (typeof step === 'string') return faultAt(text, at, step);
    if ('badAt' in step) return faultAt(text, step.badAt, step.problem);
    state = step.state;
    at = skip(text, step.end);
  }
  if (state === 'end') return null;
  if (text.trim() === '') return faultAt(text, 0, 'there is nothing here; give an object, if only {}');
  return faultAt(text, text.length, `the text ends too early: ${open.at(-1) === '[' ? 'a ]' : 'a }'} is missing`);
}

type Step = { state: State; end: number } | { badAt: number; problem: string } | string;

function next(text: string, at: number, state: State, open: ('{' | '[')[]): Step {
  const character = text[at] as string;
  const foreign = foreignAt(text, at);
  if (foreign !== null) return foreign;
  switch (state) {
    case 'end':
      return 'the value has ended before; remove what follows';
    case 'colon':
      return character === ':' ? { state: 'value', end: at + 1 } : 'a colon must stand between a name and its value';
    case 'more':
      return afterValue(character, at, open);
    case 'key or }':
      if (character === '}') return close(at, open);
      return readString(text, at, 'colon');
    case 'key':
      return character === '}' ? 'a comma stands before this }; remove it' : readString(text, at, 'colon');
    case 'value or ]':
      return character === ']' ? close(at, open) : readValue(text, at, open);
    case 'value':
      if (character === ']' && open.at(-1) === '[') return 'a comma stands before this ]; remove it';
      return readValue(text, at, open);
  }
}

function afterValue(character: string, at: number, open: ('{' | '[')[]): Step {
  const inside = open.at(-1);
  if (character === ',') return { state: inside === '{' ? 'key' : 'value', end: at + 1 };
  if (character === (inside === '{' ? '}' : ']')) return close(at, open);
  return `a comma or a ${inside === '{' ? '}' : ']'} is missing before this`;
}

function close(at: number, open: ('{' | '[')[]): Step {
  open.pop();
  return { state: open.length === 0 ? 'end' : 'more', end: at + 1 };
}

function readValue(text: string, at: number, open: ('{' | '[')[]): Step {
  const character = text[at];
  if (character === '{' || character === '[') {
    open.push(character);
    return { state: character === '{' ? 'key or }' : 'value or ]', end: at + 1 };
  }
  const state: State = open.length === 0 ? 'end' : 'more';
  if (character === '"') return readString(text, at, state);
  const end = endOf(SCALAR, text, at);
  return end === -1
    ? 'a value is missing here; text needs double quotes, and numbers are plain decimals'
    : { state, end };
}

function readString(text: string, at: number, state: State): Step {
  if (text[at] !== '"') return 'a name in double quotes is missing here';
  const end = endOf(STRING, text, at);
  if (end !== -1) return { state, end };
  for (let i = at + 1; i < text.length; i++) {
    const character = text[i] as string;
    if (character === '\\') {
      if (!/^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(text.slice(i, i + 6))) {
        return { badAt: i, problem: 'this is no escape; a backslash itself is written \\\\' };
      }
      i += 1;
    } else if (character < ' ') {
      return { badAt: i, problem: 'the text is not closed on its line; a line break within it is written \\n' };
    }
  }
  return { badAt: at, problem: 'this text is never closed' };
}

/** What people write who think of another format. */
function foreignAt(text: string, at: number): string | null {
  if (text.startsWith('//', at) || text.startsWith('/*', at) || text[at] === '#')
    return 'JSON has no comments; remove this one';
  return text[at] === "'" || text[at] === '`' ? 'text needs double quotes in JSON' : null;
}

function skip(text: string, at: number): number {
  return endOf(SPACE, text, at);
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

function faultAt(text: string, at: number, problem: string): JsonFault {
  const before = text.slice(0, at).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) as string).length + 1, problem };
}
