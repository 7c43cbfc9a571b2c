import { describe, expect, it } from 'vitest';
import { planCommand, scheduleCommand } from './command-line.js';
import { readDraft } from './state/read-draft.js';

const draft = (values: Record<string, string>, preset: string | null = null) => ({ preset, values });

describe('the command line', () => {
  it.each<[string, Record<string, string>, string | null]>([
    ['holdoff plan', {}, null],
    ['holdoff plan --base 500ms --jitter none', { base: '500ms', jitter: 'none' }, null],
    ['holdoff plan --preset polly --attempts 8', { attempts: '8' }, 'polly'],
    ['holdoff plan --success 37/50 --rpm 1,000 --seed 7', { success: '37/50', rpm: '1,000', seed: '7' }, null],
    ["holdoff plan --limit 'my limit=1/s'", { limit: 'my limit=1/s' }, null],
    ['holdoff plan --limit a=1/s --limit b=2/s', { limit: 'a=1/s\nb=2/s' }, null],
    ['holdoff plan --no-retry-after', { 'retryAfter.honor': 'false' }, null],
  ])('%s', (line, values, preset) => expect(planCommand(draft(values, preset))).toBe(line));

  it('hands over on standard input what has no flag', () => {
    expect(planCommand(draft({ 'refusals.max': '5', quota: 'a=10/s', breaker: 'none', rpm: '50' }))).toBe(
      `holdoff plan --rpm 50 --policy - <<'END'\n${JSON.stringify(
        { refusals: { max: 5 }, quotas: [{ name: 'a', amount: 10, windowMs: 1000, burst: 10 }], breaker: null },
        null,
        2,
      )}\nEND`,
    );
  });

  it('of a schedule says limits in the one way that a schedule knows, and nothing of the work', () => {
    const values = { rpm: '1000', tpm: '200k', tokens: '2000', backlog: '5000', latency: '4s', deadline: '30s' };
    const limits = readDraft(draft(values), null).inputs?.load.limits ?? [];
    expect(scheduleCommand(draft(values), limits)).toBe(
      'holdoff schedule --deadline 30s --latency 4s --limit requests=1000/1m --limit tokens=200000/1m@2000',
    );
  });
});
