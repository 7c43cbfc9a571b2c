import { describe, expect, it } from 'vitest';
import { InputError, PolicyError } from '../core/errors.js';
import { FIELDS } from '../core/policy/fields.js';
import { presetOf } from '../core/presets/index.js';
import { createClient, createFetch } from './client.js';
import { CLIENT_OPTIONS, MAP_OPTIONS } from './option-places.js';
import { policyFor } from './policy-for.js';
import { sdkOptions } from './sdk-options.js';

const POLICY = 'it belongs into the policy, the first argument of createFetch and createClient';
const CLIENT = 'it belongs into the options of the client, the second argument of createFetch and createClient';

/** What is thrown, now or by the promise. */
async function thrownBy(act: () => unknown): Promise<Error> {
  try {
    await act();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

const GIVE = {
  policy: (name: string) => () => createFetch({ [name]: 1 } as never),
  client: (name: string) => () => createClient({}, { [name]: 1 } as never),
  execute: (name: string) => () => createClient().execute(() => 1, { [name]: 1 } as never),
  map: (name: string) => () => createClient().map([1], () => 1, { [name]: 1 } as never),
  policyFor: (name: string) => () => policyFor('openai', { [name]: 1 } as never),
  sdkOptions: (name: string) => () => sdkOptions('openai', { [name]: () => {} } as never),
};
const ANYWHERE = [GIVE.policy, GIVE.client, GIVE.execute, GIVE.map];

describe('an option in the wrong place is refused, with the right one', () => {
  it.each([
    ['policy', 'provider', CLIENT],
    ['policy', 'fetch', CLIENT],
    ['policy', 'priority', 'it is an option of execute and map; a fetch gets one by the option terms'],
    ['policy', 'signal', 'it is an option of execute and map; a fetch has it in its init'],
    ['policy', 'maxPending', 'it is an option of map'],
    ['policy', 'idempotent', 'the policy has retryOn.idempotent'],
    ['policy', 'baseMs', 'the policy has backoff.baseMs'],
    ['policy', 'windowMs', 'the policy has retryBudget.windowMs and throttle.windowMs'],
    ['client', 'onGiveUp', POLICY],
    ['client', 'capMs', 'the policy has backoff.capMs'],
    ['client', 'idempotent', 'it is an option of execute and map'],
    ['client', 'settle', 'it is an option of map'],
    ['execute', 'attemptTimeoutMs', POLICY],
    ['execute', 'waiting', CLIENT],
    ['execute', 'onProgress', 'it is an option of map'],
    ['map', 'maxInFlight', POLICY],
    ['map', 'provider', CLIENT],
    ['policyFor', 'provider', CLIENT],
    ['sdkOptions', 'fetch', CLIENT],
  ] as const)('%s: %s', async (place, name, hint) => {
    const { message } = await thrownBy(GIVE[place](name));
    expect(message).toContain(`${name}: "${name}" is not allowed; give one of `);
    expect(message).toContain(`(${hint}`);
  });

  it.each([
    ['policy', 'provder', `did you mean provider? ${CLIENT}`],
    ['policy', 'maxAttemps', 'did you mean maxAttempts?)'],
    ['policy', 'cap', 'did you mean capMs? the policy has backoff.capMs'],
    ['client', 'provdier', 'did you mean provider?)'],
    ['client', 'deadline', `did you mean deadlineMs? ${POLICY}`],
    ['execute', 'costs', 'did you mean cost?)'],
    ['map', 'onprogress', 'did you mean onProgress?)'],
    ['policyFor', 'deadlineMS', 'did you mean deadlineMs?)'],
  ] as const)('and so is one that is misspelt: %s, %s', async (place, name, hint) => {
    expect((await thrownBy(GIVE[place](name))).message).toContain(`(${hint}`);
  });

  it.each(['retries', 'maxRetries', 'concurrency', 'timeout', 'minTimeout', 'factor', 'preset'])(
    'and so is one that other libraries have, wherever it is given: %s',
    async (name) => {
      const hints = await Promise.all(
        ANYWHERE.map(async (give) => (await thrownBy(give(name))).message.split(' (')[1]),
      );
      expect(hints[0]).toMatch(/^(the policy has|a preset is) /);
      expect(new Set(hints).size).toBe(1);
    },
  );

  it('every option and every setting has a place, and no place is empty of it', async () => {
    const settings = FIELDS.map(({ path }) => path.split('.').at(-1) as string);
    for (const name of new Set([...CLIENT_OPTIONS, ...MAP_OPTIONS, ...settings])) {
      for (const give of ANYWHERE) {
        const error = await thrownBy(give(name)).catch(() => null);
        // Taken there, or of the wrong type for what it is.
        if (error === null || !error.message.startsWith(`${name}: "${name}" is not allowed`)) continue;
        expect(error).toSatisfy((it: unknown) => it instanceof InputError || it instanceof PolicyError);
        expect(error.message).toMatch(/\((it belongs|it is an option|the policy has)/);
      }
    }
  });
});

describe('options that are no object of options are refused: their content would be passed over', () => {
  const wrong: readonly (readonly [string, unknown])[] = [
    ['a list', [{ waiting: 'off' }]],
    ['an object of class Map', new Map([['waiting', 'off']])],
    ['an object of class Promise', Promise.resolve({})],
    ['a function', () => ({})],
    ['null', null],
  ];
  it.each(wrong)('%s', async (what, options) => {
    const given = options as never;
    for (const act of [
      () => createClient({}, given),
      () => createClient().execute(() => 1, given),
      () => createClient().map([1], () => 1, given),
    ]) {
      expect((await thrownBy(act)).message).toMatch(`options: ${what} is not allowed; give an object with `);
    }
  });

  it('and so is what stands behind the client of an SDK', () => {
    const options = (sdkOptions as (...given: unknown[]) => unknown).bind(null, 'openai', {}, { waiting: 'off' });
    expect(options).toThrow('options belong to a client: sdkOptions(sdk, createClient(policy, options))');
  });
});

describe('a name that is nobody’s is refused, with the nearest', () => {
  it.each<[string, () => unknown, string]>([
    ['policyFor', () => policyFor('claude'), 'did you mean anthropic?'],
    ['policyFor', () => policyFor('anthropic-node'), 'did you mean anthropic?'],
    ['policyFor', () => policyFor('constructor'), 'any other has the policy of createClient, with the option provider'],
    ['policyFor', () => policyFor('stripe'), "createClient({}, { provider: 'stripe' })"],
    ['sdkOptions', () => sdkOptions('claude' as never), 'did you mean anthropic?'],
    ['sdkOptions', () => sdkOptions('@anthropic-ai/sdk' as never), 'did you mean anthropic?'],
    ['sdkOptions', () => sdkOptions('github' as never), 'did you mean octokit?'],
    ['sdkOptions', () => sdkOptions('@google/genai' as never), 'run its calls with client.execute'],
    ['presetOf', () => presetOf('anthropic-node'), 'did you mean anthropic-typescript?'],
    ['presetOf', () => presetOf('openai-js'), 'did you mean openai-node?'],
  ])('%s: %s', (_, act, hint) => expect(act).toThrow(hint));
});
