// What is peculiar to one provider, where no recorded response shows it.

import { describe, expect, it } from 'vitest';
import { refusalAnswer, servedHeaders } from './answer.js';
import { type Demand, demandOf, NO_USAGE } from './demand.js';
import { Enforcer } from './enforcer.js';
import { ruleBookOf } from './index.js';
import { type Scaling, scaled } from './scale.js';

const NOW = Date.UTC(2026, 6, 15, 12, 0, 13);

/** The answer to the last of so many requests at once, as headers by lower-case names and a body. */
function lastOf(id: string, times: number, scaling: Scaling, parts: Partial<Demand> = {}) {
  const enforcer = new Enforcer(scaled(ruleBookOf(id), scaling));
  const admissions = Array.from({ length: times }, () => enforcer.admit(demandOf(parts), NOW));
  const standing = enforcer.standing(admissions.at(-1) as (typeof admissions)[number], 'r', NOW);
  const refusal = standing.refused === null ? null : refusalAnswer(enforcer.book, standing);
  const pairs = refusal?.headers ?? servedHeaders(enforcer.book, standing);
  return {
    status: refusal?.status ?? 200,
    headers: Object.fromEntries(pairs.map(([k, v]) => [k.toLowerCase(), v])),
    body: refusal?.body,
  };
}

describe('a subscription', () => {
  it.each([
    [400_000, 'allowed', '0.8', 'allowed'],
    [450_000, 'allowed_warning', '0.9', 'allowed_warning'],
    [540_000, 'rejected', '1.08', 'rejected'],
  ])('with %i of 500,000 tokens used is %s', (outputTokens, status, share, own) => {
    const enforcer = new Enforcer(ruleBookOf('anthropic-subscription'));
    enforcer.settle(enforcer.admit(demandOf(), NOW), { ...NO_USAGE, outputTokens }, NOW);
    const standing = enforcer.standing(enforcer.admit(demandOf(), NOW), 'r', NOW);
    const headers = new Map(servedHeaders(enforcer.book, standing));
    const name = 'anthropic-ratelimit-unified';
    expect(
      [`${name}-status`, `${name}-5h-utilization`, `${name}-5h-status`, `${name}-7d-status`].map((field) =>
        headers.get(field),
      ),
    ).toEqual([status, share, own, 'allowed']);
  });
});

describe('the kind of endpoint', () => {
  it.each([
    ['github', '/repos/a/b/issues', 'core'],
    ['github', '/search/issues', 'search'],
    ['github', '/graphql', 'graphql'],
    ['github', '/api/v3/search/code', 'search'],
    ['shopify', '/admin/api/2026-07/graphql.json', 'graphql'],
    ['shopify', '/admin/api/2026-07/products.json', 'rest'],
    ['openai', '/v1/images/generations', 'images'],
    ['openai', '/v1/chat/completions', ''],
  ])('%s %s is %j', (id, path, resource) => {
    expect(ruleBookOf(id).resourceOf?.(path)).toBe(resource);
  });
});

describe('Discord', () => {
  const bucketOf = (route: string) => lastOf('discord', 1, {}, { route }).headers['x-ratelimit-bucket'];

  it('names buckets by what nobody should read anything into', () => {
    expect(bucketOf('/channels/1')).toMatch(/^[0-9a-f]{32}$/);
    expect(bucketOf('/channels/1')).toBe(bucketOf('/channels/1'));
    expect(bucketOf('/channels/1')).not.toBe(bucketOf('/channels/2'));
  });

  it('tells the wait in decimals in the body and rounded up in the header', () => {
    const { headers, body } = lastOf('discord', 6, { limits: { requests: { windowMs: 64_570 } } });
    expect(headers['retry-after']).toBe('65');
    expect(headers['x-ratelimit-scope']).toBe('user');
    expect(body).toEqual({ message: 'You are being rate limited.', retry_after: 64.57, global: false });
  });
});

describe('Gemini', () => {
  it('names the rest of the minute when the day is used up, and the wait when the minute is', () => {
    const detailsOf = (scaling: Scaling) => JSON.stringify(lastOf('gemini', 3, scaling).body);
    // Midnight in Pacific time is 19 h away.
    expect(detailsOf({ limits: { requestsPerDay: { amount: 2 } } })).toContain('"retryDelay":"47s"');
    expect(detailsOf({ limits: { requests: { amount: 2, windowMs: 30_000 } } })).toContain('"retryDelay":"17s"');
  });

  it('names every quota that is violated', () => {
    const body = JSON.stringify(
      lastOf('gemini', 3, { limits: { requests: { amount: 2 }, requestsPerDay: { amount: 2 } } }).body,
    );
    expect(body.match(/"quotaId":"[A-Za-z]+/g)).toEqual([
      '"quotaId":"GenerateRequestsPerMinutePerProjectPerModel',
      '"quotaId":"GenerateRequestsPerDayPerProjectPerModel',
    ]);
  });
});

describe('Azure', () => {
  it('refuses a burst while most of the minute is left', () => {
    const { status, headers } = lastOf('azure-openai', 11, {});
    expect([
      status,
      headers['x-ratelimit-remaining-requests'],
      headers['x-ratelimit-type'],
      headers['retry-after'],
    ]).toEqual([429, '50', 'Requests', '7']);
  });
});

describe('Shopify', () => {
  it('counts a request that has begun to leak as used', () => {
    const enforcer = new Enforcer(ruleBookOf('shopify'));
    enforcer.admit(demandOf({ resource: 'rest' }), NOW);
    const admission = enforcer.admit(demandOf({ resource: 'rest' }), NOW + 100);
    expect(servedHeaders(enforcer.book, enforcer.standing(admission, 'r', NOW + 100))).toContainEqual([
      'X-Shopify-Shop-Api-Call-Limit',
      '2/40',
    ]);
  });

  it('says how far a query is from fitting', () => {
    const { status, headers, body } = lastOf('shopify', 4, {}, { resource: 'graphql', queryCost: 300 });
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('x-shopify-shop-api-call-limit');
    expect(body).toMatchObject({
      errors: [{ extensions: { code: 'THROTTLED' } }],
      extensions: {
        cost: {
          requestedQueryCost: 300,
          throttleStatus: { maximumAvailable: 1000, currentlyAvailable: 100, restoreRate: 50 },
        },
      },
    });
  });
});
