/** What is no literal in source code: a name, a call, an expression. It is told or refused, and never run. */
export interface Code {
  readonly code: string;
}

export function isCode(value: unknown): value is Code {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'code') && Object.keys(value).length === 1;
}
