import { describe, expect, it } from 'vitest';
import { PolicyError } from '../errors.js';
import { refusalAnswer } from './answer.js';
import { type CustomRules, customRuleBook } from './custom.js';
import { demandOf } from './demand.js';
import { Enforcer } from './enforcer.js';

const limiter = { kind: 'token-bucket', amount: 2, windowMs: 1000 } as const;

/** The headers of the refusal of a third request. */
function refusedHeaders(rules: Partial<CustomRules>): Record<string, string> {
  const enforcer = new Enforcer(customRuleBook({ limits: [{ name: 'requests', limiter }], ...rules }));
  const now = Date.UTC(2026, 0, 1);
  for (let i = 0; i < 2; i++) enforcer.admit(demandOf(), now);
  const admission = enforcer.admit(demandOf(), now);
  const { headers } = refusalAnswer(enforcer.book, enforcer.standing(admission, 'r', now));
  return Object.fromEntries(headers.filter(([name]) => !/^(content-type|cache-control)$/.test(name)));
}

describe('a server of your own', () => {
  it.each<[Partial<CustomRules>, Record<string, string>]>([
    [{}, { 'RateLimit-Policy': '"requests";q=2;w=1', RateLimit: '"requests";r=0;t=1', 'Retry-After': '1' }],
    [{ fields: 'none' }, { 'Retry-After': '1' }],
    [{ fields: 'none', hint: 'none' }, {}],
    [
      { fields: 'none', hint: 'milliseconds' },
      { 'Retry-After': '1', 'Retry-After-Ms': '500' },
    ],
    [{ fields: 'none', hint: 'date' }, { 'Retry-After': 'Thu, 01 Jan 2026 00:00:01 GMT' }],
    [
      { fields: 'ietf-draft-03', hint: 'none' },
      { 'RateLimit-Limit': '2', 'RateLimit-Remaining': '0', 'RateLimit-Reset': '1' },
    ],
    [
      { fields: 'x-ratelimit', hint: 'none' },
      { 'X-RateLimit-Limit': '2', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '1767225601' },
    ],
  ])('told as %j', (rules, headers) => {
    expect(refusedHeaders(rules)).toEqual(headers);
  });

  it('names limits in the Strings of RFC 9651, whatever they are called', () => {
    const rules = { limits: [{ name: 'a "quoted" \\ name', limiter }], hint: 'none' } as const;
    expect(refusedHeaders(rules)['RateLimit-Policy']).toBe('"a \\"quoted\\" \\\\ name";q=2;w=1');
  });

  it('tells windows in whole seconds, rounded up: a w of 0 is none', () => {
    const rules = { limits: [{ name: 'x', limiter: { ...limiter, windowMs: 1500 } }], hint: 'none' } as const;
    expect(refusedHeaders(rules)['RateLimit-Policy']).toBe('"x";q=2;w=2');
  });

  it('tells of requests in progress by their own unit, and no time', () => {
    const rules = { limits: [{ name: 'slots', limiter: { kind: 'concurrency', amount: 2 } }] } as const;
    expect(refusedHeaders(rules)).toEqual({
      'RateLimit-Policy': '"slots";q=2;qu="concurrent-requests"',
      RateLimit: '"slots";r=0',
    });
  });

  it.each<[string, unknown, string[]]>([
    ['no object', null, ['custom: null is not allowed']],
    ['no limits', { limits: [] }, ['limits: a list is not allowed; give a list of 1 to 50 limits']],
    [
      'a limit that lets nothing in',
      { limits: [{ name: 'x', limiter: { kind: 'gcra', amount: 0.5, windowMs: 1000 } }] },
      ['limits[0].limiter.amount: 0.5 is not allowed; give 1 or more, or a burst of 1 or more beside it'],
    ],
    [
      'everything at once',
      {
        limits: [
          { name: 'é', limiter: { kind: 'gcra', amount: -1 }, per: 'planet', costs: 1 },
          { name: 'x' },
          { name: 'x', limiter },
          7,
        ],
        fields: 'itef',
        hint: 1,
        status: 99,
        hints: 'seconds',
      },
      [
        'hints: "seconds" is not allowed; give only limits, fields, hint, status (did you mean hint?)',
        'fields: "itef" is not allowed; give ietf, ietf-draft-03, x-ratelimit, none (did you mean ietf?)',
        'hint: 1 is not allowed',
        'status: 99 is not allowed',
        'limits[0].costs: 1 is not allowed; give only name, limiter, cost, per (did you mean cost?)',
        'limits[0].per: "planet" is not allowed',
        'limits[0].name: "é" is not allowed',
        'limits[0].limiter.amount: -1 is not allowed',
        'limits[1].limiter: missing; give an object with kind, amount and windowMs',
        'limits[2].name: "x" is not allowed; give a name that no other limit has',
        'limits[3]: 7 is not allowed',
      ],
    ],
  ])('refuses %s', (_, rules, messages) => {
    const make = () => customRuleBook(rules as CustomRules);
    expect(make).toThrow(PolicyError);
    for (const message of messages) expect(make).toThrow(message);
  });
});
