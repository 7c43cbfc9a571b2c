import { describe, expect, it } from 'vitest';
import { reportOf } from '../report.js';
import { parseScenario } from '../scenario/parse-scenario.js';
import { variantsOf, withSettings } from '../scenario/settings.js';
import { Simulation } from '../simulation.js';
import { SCENARIOS, scenarioOf } from './index.js';

const ALL = SCENARIOS.map((scenario) => [scenario.id as string, scenario] as const);

/** Figures of every variant by name. */
function figuresOf(id: string, settings = {}) {
  const entries = variantsOf(withSettings(scenarioOf(id), settings)).map(({ name, scenario }) => {
    const simulation = new Simulation(scenario);
    simulation.advance();
    return [name, reportOf(simulation).figures] as const;
  });
  return Object.fromEntries(entries);
}

describe.each(ALL)('the scenario %s', (_, input) => {
  it('can be read, in every variant', () => {
    parseScenario(input);
    const names = variantsOf(input).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has a story of three sentences, and says what to notice', () => {
    // A number has its point, and a sentence has a space after it.
    expect((input.story ?? '').match(/[.:](?= [A-Z]|$)/g)).toHaveLength(3);
    expect(input.notice).toMatch(/\.$/);
  });

  it('can be set: every key leads somewhere, and refuses what is not allowed', () => {
    for (const { key, kind, choices, min = 0, max } of input.controls ?? []) {
      const good = kind === 'choice' ? choices?.[0] : Math.max(min, kind === 'share' ? 0.5 : 20_002);
      const value = typeof good === 'number' && max !== undefined ? Math.min(good, max) : good;
      expect(variantsOf(withSettings(input, { [key]: String(value) })), key).not.toHaveLength(0);
      expect(() => withSettings(input, { [key]: 'nonsense' }), key).toThrow(`${key}: "nonsense" is not allowed`);
    }
    expect(() => withSettings(input, { nonsense: 1 })).toThrow('--set: "nonsense" is not allowed');
  });
});

describe('what the scenarios say', () => {
  it.each(ALL)('%s: nothing that only one of command line and page has', (_, { story = '', notice = '' }) => {
    expect(`${story} ${notice}`).not.toMatch(/(^|\s)--?[a-z]|\bholdoff\b|\b(click|press|button|flag)/i);
  });

  it('thundering-herd: with jitter the last client is served many times sooner, with fewer calls', () => {
    const { none, full } = figuresOf('thundering-herd');
    expect((none?.completionMs ?? 0) / (full?.completionMs ?? 1)).toBeGreaterThan(5);
    expect(none?.attempts).toBeGreaterThan(full?.attempts ?? 0);
    expect([none?.succeeded, full?.succeeded]).toEqual([1000, 1000]);
    // As its notice says: more than two minutes, ten seconds, and the first moment is busier with jitter.
    expect(none?.completionMs).toBeGreaterThan(120_000);
    expect(Math.abs((full?.completionMs ?? 0) - 10_000)).toBeLessThan(1000);
    expect(full?.peakPerSecond).toBeGreaterThan(none?.peakPerSecond ?? Infinity);
  });

  it('thundering-herd: the first tenth of a second is the busiest, with spikes after it only where there is no jitter', () => {
    const spikes = variantsOf(scenarioOf('thundering-herd')).map(({ scenario }) => {
      const simulation = new Simulation(scenario);
      simulation.advance(100);
      const first = simulation.recorder.peak;
      simulation.advance(10_000);
      expect(simulation.recorder.peak).toBe(first);
      // The wave of the ninth refusal, 12.75 s after the first call, and what comes within half a second around it.
      simulation.advance(12_500);
      const before = simulation.recorder.offered;
      simulation.advance(13_000);
      return simulation.recorder.offered - before;
    });
    expect(spikes[0]).toBeGreaterThan(600);
    expect(spikes[1]).toBe(0);
  });

  it('reset-stampede: most attempts are in vain, and a spread lowers the peak', () => {
    const { exactly, 'spread 5 s': spread } = figuresOf('reset-stampede');
    expect(exactly?.attempts).toBe(1500);
    expect(exactly?.peakPerSecond).toBe(4000);
    expect(spread?.peakPerSecond).toBeLessThan(2000);
  });

  it('naive-versus-policy: only the policy recovers', () => {
    const { naive, policy } = figuresOf('naive-versus-policy');
    expect(naive?.recoveredAfterMs).toBeNull();
    expect(policy?.recoveredAfterMs).toBeLessThan(30_000);
    expect(naive?.amplification).toBeGreaterThan(3);
  });

  it('retry-storm: one attempt recovers, four do not, and do where the newest request comes first', () => {
    const storm = scenarioOf('retry-storm');
    const recovered = (input: typeof storm) => {
      const simulation = new Simulation(parseScenario(input));
      simulation.advance();
      return reportOf(simulation).figures.recoveredAfterMs;
    };
    expect(recovered(storm)).toBeNull();
    expect(recovered({ ...storm, policy: { ...storm.policy, maxAttempts: 1 } })).not.toBeNull();
    expect(recovered(withSettings(storm, { order: 'lifo' }))).not.toBeNull();
  });

  it('layered-amplification: 64 calls for one, and 4 with retries in one layer', () => {
    const { 'each layer': each, 'one layer': one } = figuresOf('layered-amplification');
    expect([each?.amplification, one?.amplification]).toEqual([64, 4]);
  });

  it('slow-dependency: long waits save it', () => {
    const { 'at once': hasty, 'within 20 s': patient } = figuresOf('slow-dependency');
    expect(hasty?.successShare).toBeLessThan(0.6);
    expect(patient?.successShare).toBeGreaterThan(0.95);
  });

  it('fleet-without-and-with-shared-quota: all is done, and only through a store both in time and without refusals', () => {
    const {
      'each for itself': alone,
      'an eighth each': divided,
      shared,
    } = figuresOf('fleet-without-and-with-shared-quota');
    expect([alone, divided, shared].map((figures) => figures?.succeeded)).toEqual([2000, 2000, 2000]);
    expect([divided?.refused, shared?.refused]).toEqual([0, 0]);
    // None is lost, and at most 1.7 calls go out for each.
    expect(alone?.refused).toBeGreaterThan(0);
    expect(alone?.amplification).toBeLessThan(1.7);
    // (2000 − 80) ÷ 80, and (1300 − 10) ÷ 10.
    expect((shared?.completionMs ?? 0) / 24_000).toBeLessThan(1.02);
    expect((divided?.completionMs ?? 0) / 129_000).toBeCloseTo(1, 2);
    expect(alone?.completionMs).toBeGreaterThan(shared?.completionMs ?? Infinity);
  });

  it('fleet-store-outage: a share each keeps the pace, giving up loses most, and the whole for each is refused', () => {
    const { 'a share each': share, 'given up': closed, 'the whole each': open } = figuresOf('fleet-store-outage');
    expect([share?.succeeded, open?.succeeded]).toEqual([2800, 2800]);
    // (2800 − 80) ÷ 80 = 34 s.
    expect((share?.completionMs ?? 0) / 34_000).toBeLessThan(1.05);
    expect(share?.wastedShare).toBeLessThan(0.03);
    expect(closed?.successShare).toBeLessThan(0.25);
    expect(Math.abs((open?.wastedShare ?? 0) - 2 / 3)).toBeLessThan(0.02);
    expect(open?.completionMs).toBeGreaterThan(share?.completionMs ?? Infinity);
  });

  it('an unknown scenario is refused with the nearest one', () => {
    expect(() => scenarioOf('thundering-heard')).toThrow('did you mean thundering-herd?');
  });
});
