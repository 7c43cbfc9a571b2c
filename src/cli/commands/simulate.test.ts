import { describe, expect, it } from 'vitest';
import { SCENARIOS } from '../../simulator/index.js';
import { holdoff } from '../fixtures/fake-io.js';

describe('holdoff simulate', () => {
  it('lists the scenarios without one', async () => {
    const { code, out } = await holdoff('simulate');
    expect(code).toBe(0);
    expect(out).toContain(
      'thundering-herd\n  A thousand clients come back at once\n  --set clients, spread, perSecond, burst\n',
    );
    expect(out.match(/^[a-z-]+$/gm)).toEqual(SCENARIOS.map(({ id }) => id));
  });

  it.each([
    ['--set load=100', /^metastable: 89\.6 % of .* well again 17\.5 s after the fault\.$/],
    ['--attempts 1', /^metastable: .* with 1\.00 attempts each/],
  ])('says what came of other figures, and not what comes of its own: %s', async (changed, sentence) => {
    const { out } = await holdoff(`simulate metastable --quiet ${changed}`);
    expect(out.trim()).toMatch(sentence);
    expect(out).not.toContain('nothing useful is done');
  });

  it.each(['--set backlog=5', '--attempts 2', '--compare burst=1,2'])(
    'says that the figures of the story are the scenario’s own where the run has others: %s',
    async (changed) => {
      const { out } = await holdoff(`simulate batch-drain ${changed}`);
      expect(out.replace(/\s+/g, ' ')).toContain(
        'With its own settings, which were changed for this run: Two thousand calls wait',
      );
    },
  );

  it('tells the story, shows figures and two lines per variant, and ends with what to notice', async () => {
    const { code, out, err } = await holdoff('simulate layered-amplification');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^Three layers that each retry three times\n\nA page calls a front end,/);
    expect(out).toMatch(/^each layer +600 +0 +38,400 +64 +100 %/m);
    expect(out).toMatch(/^one layer +600 +0 +2,400 +4 +100 %/m);
    expect(out.match(/^load {4}[▁▂▃▄▅▆▇█ ]+$/gm)).toHaveLength(2);
    expect(out.match(/^useful$/gm)).toHaveLength(2);
    expect(out.trimEnd()).toMatch(/With retries in one layer the database\ngets four calls for one\.$/);
  });

  it('prints ASCII where nothing else can be shown, within 40 columns where there are no more', async () => {
    const { out } = await holdoff('simulate thundering-herd', { env: { LANG: 'C', COLUMNS: '40' } });
    expect(out).toMatch(/^[ -~\n]+$/);
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(40);
  });

  it('says what the figures are means of, and over which time the peak is taken', async () => {
    const said = async (line: string) => (await holdoff(line)).out.replace(/\s+/g, ' ');
    expect(await said('simulate thundering-herd --set clients=200')).toContain(
      'One run, seed 1; --runs 20 gives confidence intervals. The peak is the busiest 100 ms.',
    );
    const several = await said('simulate thundering-herd --set clients=200 --runs 3');
    expect(several).toContain('Means of 3 runs from seed 1 on; ± is the 95 % confidence interval');
    // The same unit and digits on both sides, and nothing where the runs do not differ.
    expect(several).toMatch(/full 200 200 \d+ ± \d+ \d\.\d\d ± \d\.\d\d \d\d\.\d % ± \d\.\d % /);
  });

  it('compares with the published figures of the AWS model, in the form that others use', async () => {
    const { out } = await holdoff('simulate aws-contention --set clients=20 --runs 30 --json');
    const { strategies, runs, settings } = JSON.parse(out);
    expect([runs, settings]).toEqual([30, { clients: '20' }]);
    // Means of 400 runs of the published program, and their standard deviations.
    const expected: [string, number, number][] = [
      ['no-backoff', 151.9, 11.7],
      ['none', 150.0, 13.6],
      ['full', 99.85, 3.7],
      ['equal', 108.19, 4.2],
      ['decorrelated', 101.54, 5.2],
    ];
    expect(strategies.map(({ strategy }: { strategy: string }) => strategy)).toEqual(expected.map(([name]) => name));
    for (const [index, [, mean, sd]] of expected.entries()) {
      const { calls, completionMs } = strategies[index];
      expect(Math.abs(calls.mean - mean)).toBeLessThan((4 * sd) / Math.sqrt(30) + 1);
      expect(calls.se).toBeGreaterThan(0);
      expect(Object.keys(completionMs)).toEqual(['mean', 'se']);
    }
  });

  it('is the same with the same seed, in every form', async () => {
    const line = 'simulate thundering-herd --set clients=100 --seed 5';
    for (const form of ['', ' --json', ' --csv', ' --markdown', ' --quiet']) {
      expect(await holdoff(line + form)).toEqual(await holdoff(line + form));
    }
    expect(await holdoff(`${line}1 --json`)).not.toEqual(await holdoff(`${line} --json`));
  });

  it('gives the lines as CSV, one row per bin of time', async () => {
    const { out } = await holdoff('simulate layered-amplification --csv');
    const [head, first] = out.split('\n');
    expect(head).toBe(
      'variant,fromMs,callsPerSecond,offeredPerSecond,usefulPerSecond,refusedPerSecond,wastedPerSecond,inFlight,queued,callsInProgress',
    );
    expect(first).toMatch(/^each layer,0,/);
  });

  it('runs a policy from flags, a file or a preset in place of the variants that are about policies', async () => {
    const names = async (flags: string, files = {}) => {
      const { out, err } = await holdoff(`simulate thundering-herd --set clients=50 ${flags} --json`, { files });
      expect(err).toBe('');
      return JSON.parse(out).variants.map(({ name, policy }: Record<string, never>) => [name, policy]);
    };
    const [[name, flagged]] = await names('--jitter equal');
    expect([name, flagged.jitter, flagged.backoff.baseMs]).toEqual(['thundering-herd', 'equal', 50]);
    const [[, fromFile]] = await names('--policy own.json', { 'own.json': '{"maxAttempts": 3}' });
    // A file is a whole policy: what it leaves out has the usual default, not that of the scenario.
    expect([fromFile.maxAttempts, fromFile.jitter, fromFile.backoff.baseMs]).toEqual([3, 'full', 1000]);
    const layered = await holdoff('simulate layered-amplification --attempts 2 --json');
    expect(JSON.parse(layered.out).variants.map((each: { name: string }) => each.name)).toEqual([
      'each layer',
      'one layer',
    ]);
  });

  it('compares values of a policy flag or of a setting', async () => {
    const names = async (flags: string) => {
      const { out } = await holdoff(`simulate metastable --set load=20 --compare ${flags} --json`);
      return JSON.parse(out).variants.map(({ name }: { name: string }) => name);
    };
    expect(await names('attempts=1,2')).toEqual(['attempts 1', 'attempts 2']);
    expect(await names('jitter=none,full,0.5..1')).toEqual(['jitter none', 'jitter full', 'jitter 0.5..1']);
  });

  it('finds the hidden capacity, with the closed form beside it', async () => {
    const { out } = await holdoff('simulate metastable --hidden-capacity --json');
    const { recoversPerSecond, failsPerSecond, closedFormPerSecond } = JSON.parse(out).hiddenCapacity;
    expect(closedFormPerSecond).toBe(150);
    expect(recoversPerSecond).toBeLessThan(failsPerSecond);
    // Poisson arrivals blur the edge by some per cent.
    expect(Math.abs(recoversPerSecond / 150 - 1)).toBeLessThan(0.04);
  });

  it.each([
    [
      'simulate metastabel',
      /SCENARIO: "metastabel" is not allowed\n +did you mean metastable\?\n +give one of thundering-herd, /,
    ],
    [
      'simulate metastable --set lod=3',
      /--set: "lod" is not allowed; give one of load, attempts, timeout, until\n +did you mean load\?/,
    ],
    ['simulate metastable --set load=fast', /load: "fast" is not allowed; give a number/],
    ['simulate metastable --set load=20000', /load: "20000" is not allowed; give a rate per second from 1 to 10000/],
    ['simulate metastable --set load', /--set: "load" is not allowed; give key=value/],
    ['simulate metastable --set attempts=1.5', /attempts: "1.5" is not allowed; give a whole number/],
    ['simulate metastable --compare speed=1,2', /--compare: "speed=1,2" is not allowed; give key=VALUE,VALUE/],
    ['simulate metastable --compare jitter=none,', /--compare: "jitter=none," is not allowed/],
    ...['--set x=1', '--runs 3', '--hidden-capacity', '--compare jitter=none,full', '--base 2s', '--seed 1'].map(
      (flag): [string, RegExp] => [`simulate ${flag}`, /SCENARIO: missing; --[a-z-]+ is for one of them, so name it/],
    ),
    ['simulate metastable --runs 0', /--runs: "0" is not allowed; give a whole number from 1 to 10000/],
    ['simulate metastable --base -5', /--base/],
    ['simulate batch-drain --hidden-capacity', /--hidden-capacity: batch-drain has no fault to recover from/],
    ['simulate slow-dependency --hidden-capacity', /these have: [a-z, -]*\bmetastable\b/],
    [
      'simulate thundering-herd --set clients=5 --set clients=6',
      /--set: "clients=6" is not allowed; give clients once/,
    ],
    ['simulate thundering-herd --set clients=-5', /--set clients: "-5" is not allowed/],
    ['simulate thundering-herd --compare clients=5,x', /--compare clients: "x" is not allowed/],
    ['simulate thundering-herd --compare jitter=none,none', /up to ten different values/],
    ['simulate thundering-herd --compare no-retry-after=1,2', /the keys are clients, spread/],
  ])('refuses %s', async (line, message) => {
    const { code, out, err } = await holdoff(line);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
  });
});
