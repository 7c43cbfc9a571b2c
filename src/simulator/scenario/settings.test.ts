import { describe, expect, it } from 'vitest';
import type { ScenarioInput } from './scenario.js';
import { settingsOf, variantsOf, withSettings, withValue } from './settings.js';

const INPUT: ScenarioInput = {
  version: 1,
  load: { kind: 'open', rate: [{ perSecond: 5 }] },
  service: { kind: 'loaded', failShare: 0.5 },
  durationMs: 1000,
  controls: [
    { key: 'load', about: '', kind: 'rate', paths: ['load.rate.0.perSecond'], min: 1, max: 100 },
    { key: 'fails', about: '', kind: 'share', paths: ['service.failShare'] },
    { key: 'lasts', about: '', kind: 'duration', paths: ['durationMs', 'drainMs'], min: 100 },
    { key: 'tries', about: '', kind: 'count', paths: ['policy.maxAttempts'], min: 1, max: 9 },
    { key: 'comes', about: '', kind: 'choice', choices: ['even', 'poisson'], paths: ['load.arrivals'] },
  ],
};

describe('settings', () => {
  it.each<[string, string, string, unknown]>([
    ['load', '20', 'load.rate.0.perSecond', 20],
    ['load', '300/min', 'load.rate.0.perSecond', 5],
    ['fails', '25%', 'service.failShare', 0.25],
    ['lasts', '2s', 'durationMs', 2000],
    ['lasts', '2s', 'drainMs', 2000],
    ['tries', '3', 'policy.maxAttempts', 3],
    ['comes', 'even', 'load.arrivals', 'even'],
  ])('%s=%s sets %s', (key, text, path, expected) => {
    const changed = withSettings(INPUT, { [key]: text });
    const found = path.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], changed);
    expect(found).toBe(expected);
  });

  it('leave the scenario that they were made from alone', () => {
    const before = JSON.stringify(INPUT);
    withSettings(INPUT, { load: 9, tries: 2 });
    expect(JSON.stringify(INPUT)).toBe(before);
  });

  it('are refused all at once: unknown keys with the nearest one, values with what is allowed', () => {
    const wrong = () =>
      withSettings(INPUT, { laod: 1, load: 500, fails: 2, tries: 1.5, comes: 'never', lasts: '10ms' });
    expect(wrong).toThrow(
      [
        '--set: "laod" is not allowed; give one of load, fails, lasts, tries, comes (did you mean load?)',
        'load: 500 is not allowed; give a rate per second from 1 to 100',
      ].join('\n'),
    );
    for (const text of ['fails: 2', 'tries: 1.5', 'comes: "never"', 'lasts: "10ms"']) expect(wrong).toThrow(text);
    expect(() => withSettings({ ...INPUT, controls: [] }, { x: 1 })).toThrow('nothing: this scenario has no settings');
  });

  it('come from texts such as key=value', () => {
    expect(settingsOf(['a=1', 'b = x=y '])).toEqual({ a: '1', b: 'x=y' });
    expect(settingsOf(undefined)).toEqual({});
    expect(() => settingsOf('=5')).toThrow('--set: "=5" is not allowed; give key=value');
    expect(() => settingsOf(['a=1', 'a=2'])).toThrow('--set: "a=2" is not allowed; give a once');
  });
});

describe('variants', () => {
  it('differ in what they set, and in nothing else', () => {
    const variants = variantsOf({
      ...INPUT,
      variants: [
        { name: 'one', set: {} },
        { name: 'two', set: { 'policy.maxAttempts': 2, 'service.failShare': 0.1 } },
      ],
    });
    expect(variants.map(({ name, scenario }) => [name, scenario.policy.maxAttempts, scenario.service])).toEqual([
      ['one', 6, expect.objectContaining({ failShare: 0.5 })],
      ['two', 2, expect.objectContaining({ failShare: 0.1 })],
    ]);
  });

  it('a scenario without variants is its only one', () => {
    expect(variantsOf({ ...INPUT, id: 'x' }).map(({ name }) => name)).toEqual(['x']);
  });

  it('a value can be written into a list by its index, and makes the groups on its way', () => {
    expect(withValue({ a: [{ b: 1 }, { b: 2 }] }, 'a.1.b', 3)).toEqual({ a: [{ b: 1 }, { b: 3 }] });
    expect(withValue({}, 'a.b', 3)).toEqual({ a: { b: 3 } });
  });
});
