import { describe, expect, expectTypeOf, it } from 'vitest';
import { countedSignal, scriptedClient, watch } from '../../test/support/scripted-client.js';
import { InputError } from '../core/errors.js';
import { retryAfter } from './retry-after-error.js';

const letters = ['a', 'b', 'c', 'd', 'e'];

describe('a batch', () => {
  it('gives the results in the order of the items, whatever the order of their ends', async () => {
    const { client, clock } = scriptedClient({}, [{}]);
    const run = async (letter: string) => {
      await new Promise<void>((later) => void clock.setTimer(clock.now() + 100 - letter.charCodeAt(0), later));
      return letter.toUpperCase();
    };
    const result = watch(client.map(letters, run));
    await clock.run();
    expect(result.value).toEqual(['A', 'B', 'C', 'D', 'E']);
  });

  it('waits for each as the policy says', async () => {
    const { client, clock } = scriptedClient({ maxInFlight: 1 }, [{}]);
    let refused = false;
    const result = watch(
      client.map(letters, (letter) => {
        if (letter === 'c' && !refused) {
          refused = true;
          throw retryAfter(5000);
        }
        return letter;
      }),
      clock,
    );
    await clock.run();
    expect(result).toMatchObject({ value: letters, at: 5000 });
  });

  it('rejects with the first failure and starts nothing more', async () => {
    const { client, clock } = scriptedClient({ maxInFlight: 2 }, [{}]);
    const started: string[] = [];
    const mistake = new Error('no d');
    const result = watch(
      client.map([...letters, 'f', 'g', 'h'], async (letter) => {
        started.push(letter);
        await null;
        if (letter === 'd') throw mistake;
        return letter;
      }),
    );
    await clock.run();
    expect(result).toMatchObject({ state: 'rejected', error: mistake });
    expect(started).not.toContain('h');
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it('or tells how each went', async () => {
    const { client, clock } = scriptedClient({}, [{}]);
    const mistake = new Error('no b');
    const result = watch(
      client.map(
        ['a', 'b', 'c'],
        (letter) => {
          if (letter === 'b') throw mistake;
          return letter;
        },
        { settle: true },
      ),
    );
    await clock.run();
    expect(result.value).toEqual([
      { status: 'fulfilled', value: 'a' },
      { status: 'rejected', reason: mistake },
      { status: 'fulfilled', value: 'c' },
    ]);
  });

  it.each<[string, () => Iterable<string> | AsyncIterable<string>, number | null]>([
    ['a list', () => letters, 5],
    ['a set', () => new Set(letters), 5],
    [
      'a generator',
      function* () {
        yield* letters;
      },
      null,
    ],
    [
      'an async generator',
      async function* () {
        for (const letter of letters) {
          await null;
          yield letter;
        }
      },
      null,
    ],
  ])('takes %s, and tells how far it is', async (_, items, total) => {
    const { client, clock } = scriptedClient({}, [{}]);
    const seen: unknown[] = [];
    const result = watch(client.map(items(), (it) => it, { onProgress: (progress) => seen.push(progress) }));
    await clock.run();
    expect(result.value).toEqual(letters);
    expect(seen).toEqual([1, 2, 3, 4, 5].map((done) => ({ done, failed: 0, total })));
  });

  it('takes up no more than it is allowed, however many there are', async () => {
    const { client, clock } = scriptedClient({ maxInFlight: 2, initialInFlight: 2 }, [{}]);
    let taken = 0;
    let done = 0;
    let most = 0;
    function* endless() {
      while (taken < 500) yield taken++;
    }
    const result = watch(
      client.map(
        endless(),
        async () => {
          await null;
          most = Math.max(most, taken - done++);
        },
        { maxPending: 10 },
      ),
    );
    await clock.run();
    expect(result.state).toBe('resolved');
    expect(most).toBeLessThanOrEqual(11);
  });

  it('ends with the reason of its signal, and leaves no listener', async () => {
    const { client, clock } = scriptedClient({ maxInFlight: 1 }, [{}]);
    const { controller, signal, listeners } = countedSignal();
    const result = watch(client.map(letters, () => new Promise(() => {}), { signal }));
    await clock.advance(10);
    controller.abort('enough');
    await clock.run();
    expect(result).toMatchObject({ state: 'rejected', error: 'enough' });
    expect(listeners()).toBe(0);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
    expect(watch(client.map(letters, (it) => it, { signal })), 'one that is aborted before').toBeDefined();
  });

  it('of nothing is nothing', async () => {
    expect(await scriptedClient({}, [{}]).client.map([], () => 1)).toEqual([]);
  });

  it('fails with the items, or with whoever is told of the progress', async () => {
    const { client, clock } = scriptedClient({}, [{}]);
    const lost = new Error('lost');
    function* broken() {
      yield 1;
      throw lost;
    }
    const first = watch(client.map(broken(), () => new Promise(() => {})));
    const second = watch(
      client.map([1, 2], (it) => it, {
        onProgress: () => {
          throw lost;
        },
      }),
    );
    await clock.run();
    expect([first.error, second.error]).toEqual([lost, lost]);
    expect(client.stats()).toEqual({ inFlight: 0, queued: 0, sleeping: 0 });
  });

  it.each<[string, unknown, unknown, object, string]>([
    ['items', 5, () => 1, {}, 'items: 5 is not allowed'],
    ['run', [1], 5, {}, 'run: 5 is not allowed'],
    ['maxPending', [1], () => 1, { maxPending: 0 }, 'maxPending: 0 is not allowed'],
    ['onProgress', [1], () => 1, { onProgress: 1 }, 'onProgress: 1 is not allowed'],
    ['settle', [1], () => 1, { settle: 'yes' }, 'settle: "yes" is not allowed'],
    ['concurrency', [1], () => 1, { concurrency: 5 }, 'concurrency'],
  ])('rejects what is wrong with %s', async (_, items, run, options, sentence) => {
    const { client } = scriptedClient({}, [{}]);
    const error = await client.map(items as never, run as never, options as never).catch((it: unknown) => it);
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).toContain(sentence);
  });
});

describe('what TypeScript knows of results', () => {
  const { client } = scriptedClient({}, [{}]);
  const numbers = [1, 2];
  const half = (item: number): Promise<string> => Promise.resolve(String(item / 2));

  it('is what the function gives, or how it went, as was asked', () => {
    expectTypeOf(client.map(numbers, half)).resolves.toEqualTypeOf<string[]>();
    expectTypeOf(client.map(numbers, half, { maxPending: 5 })).resolves.toEqualTypeOf<string[]>();
    expectTypeOf(client.map(numbers, half, { settle: true })).resolves.toEqualTypeOf<PromiseSettledResult<string>[]>();
    const settle: boolean = numbers.length > 1;
    expectTypeOf(client.map(numbers, half, { settle })).resolves.toEqualTypeOf<
      string[] | PromiseSettledResult<string>[]
    >();
  });

  it('has what a fallback gives beside it', () => {
    expectTypeOf(client.execute(() => 'a')).resolves.toEqualTypeOf<string>();
    expectTypeOf(client.execute(() => 'a', { key: 'model' })).resolves.toEqualTypeOf<string>();
    expectTypeOf(client.execute(() => 'a', { fallback: async () => null })).resolves.toEqualTypeOf<string | null>();
    expectTypeOf(client.map(numbers, half, { fallback: () => 0 })).resolves.toEqualTypeOf<(string | number)[]>();
  });
});
