// Rule books from outside: none of them can make the server send what is no header, or stop it.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FieldRow } from '../core/rulebooks/field-row.js';
import { RULE_BOOKS, type RuleBook, ruleBookOf } from '../core/rulebooks/index.js';
import { isFieldName, isFieldValue } from './header-text.js';
import { createEmulator, type EmulatorServer, listen } from './index.js';
import type { Reply } from './reply.js';

const told = (says: FieldRow['says']): Partial<RuleBook> => ({ fields: [{ field: 'X-Own', says }] });
const own = (changes: Partial<RuleBook>) => createEmulator({ rules: { ...ruleBookOf('ietf'), ...changes } });

it.each<[string, Partial<RuleBook>]>([
  ['rules.fields[0].says.text: "a\\u{d}\\u{a}B: c" is not allowed', told({ text: 'a\r\nB: c' })],
  ['rules.fields[0].says.text: "→" is not allowed', told({ text: '→' })],
  ['rules.fields[0].field: "A: b" is not allowed', { fields: [{ field: 'A: b', says: { text: '' } }] }],
  ['rules.requestIdField: "a b" is not allowed', { requestIdField: 'a b' }],
  [
    'rules.refusals[0].fields[0].says.text: "\\u{0}" is not allowed',
    { refusals: [{ status: 429, body: () => '', fields: [{ field: 'A', says: { text: '\0' } }] }] },
  ],
])('%s is said when the emulator is made', (message, changes) => {
  expect(() => own(changes)).toThrow(message);
});

it('what no header can say is not said', async () => {
  const { fetch } = own(told({ tell: ({ demand }) => `${demand.route}\r\nB: c`, about: 'the route' }));
  await expect(fetch('http://x/a')).rejects.toThrow(
    'X-Own would say what no header can; give a text without line breaks',
  );
});

it.each(RULE_BOOKS.map(({ id }) => id))(
  '%s, which comes with the package, never says it, whatever is asked',
  (rules) => {
    const limits = Object.fromEntries(ruleBookOf(rules).limits.map(({ name }) => [name, { amount: 1 }]));
    const conditions = ruleBookOf(rules).conditions.map(({ id }, index) => ({
      condition: id,
      when: { requests: [index + 1] },
    }));
    const emulator = createEmulator({ rules, conditions, limits: rules === 'azure-openai' ? undefined : limits });
    const text = '\u010d\u010aB: c\r\nB: c\0';
    const body = JSON.stringify({
      model: text,
      max_tokens: 1,
      messages: [{ role: 'user', content: text }],
      query: text,
    });
    const statuses = new Set<number>();
    for (let i = 0; i < conditions.length + 4; i++) {
      for (const path of ['/v1/messages', `/v1beta/models/${text}:generateContent`, `/${text}`, '/graphql']) {
        const delivery = emulator.receive({ method: 'POST', path, query: text, body, header: () => text });
        const { status, headers } = delivery.reply() as Reply;
        statuses.add(status);
        for (const [name, value] of headers)
          expect([name, isFieldName(name), isFieldValue(value)]).toEqual([name, true, true]);
      }
    }
    expect(statuses.size).toBeGreaterThan(1);
  },
);

const broken: readonly [string, Partial<RuleBook>, string][] = [
  ['tells a line break', told({ tell: () => 'a\r\nB: c', about: '' }), 'X-Own would say what no header can'],
  ['tells a character of two bytes', told({ tell: () => '\u010d\u010aB: c', about: '' }), 'X-Own would say'],
  [
    'throws before it answers',
    {
      resourceOf: () => {
        throw new Error('no such resource');
      },
    },
    'no such resource',
  ],
];

let servers: readonly EmulatorServer[];

beforeAll(async () => {
  servers = await Promise.all(broken.map(([, changes]) => listen(own(changes))));
});

afterAll(() => Promise.all(servers.map((server) => server.close())));

it.each(broken.map(([what, , message], index) => [what, message, index] as const))(
  'on a port, one that %s is said to have no answer, and the server goes on',
  async (_, message, index) => {
    const address = (servers[index] as EmulatorServer).address;
    for (let i = 0; i < 2; i++) {
      const response = await fetch(address);
      expect([response.status, response.headers.get('b')]).toEqual([500, null]);
      expect(await response.text()).toContain(`the rule book has no answer: ${message}`);
    }
    expect((await fetch(`${address}/__holdoff`)).status).toBe(200);
  },
);
