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
  it('thundering-herd: with jitter the last client is served many times sooner, with fewer calls', () => {
    const { none, full } = figuresOf('thundering-herd');
    expect((none?.completionMs ?? 0) / (full?.completionMs ?? 1)).toBeGreaterThan(5);
    expect(none?.attempts).toBeGreaterThan(full?.attempts ?? 0);
    expect([none?.succeeded, full?.succeeded]).toEqual([1000, 1000]);
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
    expect(policy?.recoveredAfterMs).toBeLessThan(60_000);
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

  it('fleet-without-and-with-shared-quota: all is done, and nothing refused where the quota is divided', () => {
    const { without, with: shared } = figuresOf('fleet-without-and-with-shared-quota', { calls: 200 });
    expect([without?.succeeded, shared?.succeeded]).toEqual([1600, 1600]);
    expect(shared?.refused).toBe(0);
    expect(without?.refused).toBeGreaterThan(0);
    // None is lost, and at most 1.7 calls go out for each.
    expect(without?.amplification).toBeLessThan(1.7);
  });

  it('an unknown scenario is refused with the nearest one', () => {
    expect(() => scenarioOf('thundering-heard')).toThrow('did you mean thundering-herd?');
  });
});
