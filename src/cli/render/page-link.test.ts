import { describe, expect, it } from 'vitest';
import { policyOfLink, readQuery } from '../../core/policy/link.js';
import { holdoff } from '../fixtures/fake-io.js';

const files = {
  'p.json': JSON.stringify({
    backoff: { delaysMs: [100, '2s'] },
    retryBudget: { kind: 'ratio', share: 0.2 },
    quotas: [{ name: 'requests', amount: 50, windowMs: '1m', burst: 5 }],
    deadlineMs: '30s',
    load: { success: '37/50' },
  }),
};

async function explained(line: string): Promise<{ page: string; policy: unknown }> {
  return JSON.parse((await holdoff(`${line} --explain --json`, { files })).out);
}

describe('--explain links to the same on the page', () => {
  it.each([
    ['schedule', '#/schedule'],
    ['schedule --base 500ms --retries 4 --seed 7', '#/schedule?v=1&base=500ms&attempts=5&seed=7'],
    ['schedule --jitter 0.5..1 --no-retry-after', '#/schedule?v=1&jitter=0.5..1&retryAfter.honor=false'],
    ['schedule --deadline 30s', '#/schedule?v=1&deadline=30s'],
    [
      'plan --rpm 60 --tpm 200k --tokens 2000 --success 37/50 --arrivals 5/s',
      '#/plan?v=1&success=37/50&arrivals=300/min&limit=requests=60/1m@1&limit=tokens=200000/1m@2000',
    ],
    ['generate go --cap none', '#/code?v=1&cap=none&target=go'],
    ['export grpc --attempts 3', '#/code?v=1&attempts=3&format=grpc'],
  ])('%s', async (line, hash) => {
    const { page } = await explained(line);
    expect(decodeURIComponent(page)).toBe(`http://127.0.0.1:8429/${hash}`);
    expect((await holdoff(`${line} --explain`)).out).toContain(`on the page of holdoff web: ${page}\n`);
  });

  it.each([
    ['schedule --preset grpc --base 7ms', []],
    ['schedule --preset sidekiq', []],
    ['schedule --policy p.json', ['success']],
  ])('%s: the link leads back to the policy', async (line, ofTheLoad) => {
    const { page, policy } = await explained(line);
    const read = policyOfLink(readQuery(page.slice(page.indexOf('?'))));
    expect(read).toEqual({ policy, issues: [], unknown: ['v', ...ofTheLoad] });
  });

  it('groups that are on with nothing but defaults stay on', async () => {
    const on = { breaker: {}, throttle: {}, retryBudget: { kind: 'ratio' } };
    const answer = await holdoff('schedule --policy on.json --explain --json', {
      files: { 'on.json': JSON.stringify(on) },
    });
    const { page, policy } = JSON.parse(answer.out);
    expect(policyOfLink(readQuery(page.slice(page.indexOf('?')))).policy).toEqual(policy);
    expect(policy).toMatchObject({ breaker: { threshold: 5 }, throttle: { k: 2 } });
  });

  it('nowhere else', async () => {
    expect((await holdoff('schedule')).out).not.toContain('http');
    expect(JSON.parse((await holdoff('schedule --json')).out)).not.toHaveProperty('page');
  });
});
