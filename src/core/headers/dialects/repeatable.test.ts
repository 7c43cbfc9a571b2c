import { expect, it } from 'vitest';
import { anthropic } from './anthropic.js';
import { azureOpenai } from './azure-openai.js';
import type { Dialect } from './dialect.js';
import { isRepeatable } from './repeatable.js';
import { unknown } from './unknown.js';

const rows: [Dialect, string, string, boolean][] = [
  [anthropic, 'POST', '/v1/messages', true],
  [anthropic, 'post', '/v1/messages/', true],
  [anthropic, 'POST', '/gateway/claude/v1/messages', true],
  [anthropic, 'POST', '/v1/messages/batches', false],
  [anthropic, 'GET', '/v1/messages', false],
  [anthropic, 'POST', '/v1/files', false],
  [azureOpenai, 'POST', '/openai/deployments/mine/chat/completions', true],
  [azureOpenai, 'POST', '/openai/deployments/mine/files', false],
  [unknown, 'POST', '/v1/messages', false],
];

it.each(rows.map(([dialect, ...row]) => [dialect.id, ...row, dialect] as const))(
  '%s: %s %s',
  (_, method, path, expected, dialect) => {
    expect(isRepeatable(dialect, method, path)).toBe(expected);
  },
);
