import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { type Load, openClient } from './redis-client.js';

const address = { url: 'redis://me:secret@cache:6379', shown: 'redis://cache:6379' };

/** Nothing is sent late, no dead connection is waited for, and an end does not take the two seconds that are usual. */
const NO_WAITING = { enableOfflineQueue: false, socketTimeout: 2000, disconnectTimeout: 200 };

/** Loads what is given, and says of the rest what Node says. */
function loader(modules: Readonly<Record<string, unknown>>): Load {
  return (name) => {
    if (name in modules) return modules[name];
    throw Object.assign(new Error(`Cannot find module '${name}'`), { code: 'MODULE_NOT_FOUND' });
  };
}

class FakeIoredis extends EventEmitter {
  static made: unknown[] = [];
  constructor(...given: unknown[]) {
    super();
    FakeIoredis.made.push(given);
  }
}

describe('the client of Redis', () => {
  it('is ioredis of the first place that has it, which is told the address', () => {
    const client = openClient(address, [loader({}), loader({ ioredis: { Redis: FakeIoredis } })]);
    expect(client.client).toBeInstanceOf(FakeIoredis);
    expect(FakeIoredis.made[0]).toEqual([address.url, expect.objectContaining(NO_WAITING)]);
    expect(client.fault()).toBeNull();
    (client.client as unknown as EventEmitter).emit('error', new Error('connect ECONNREFUSED'));
    expect(client.fault()).toBe('connect ECONNREFUSED');
  });

  it('names the fault that keeps it from being ready, and none that is over', () => {
    const { client, fault } = openClient(address, [loader({ ioredis: { Redis: FakeIoredis } })]);
    const emitter = client as unknown as EventEmitter;
    emitter.emit('error', new Error('WRONGPASS invalid'));
    emitter.emit('error', new Error("Stream isn't writeable and enableOfflineQueue options is false"));
    expect(fault()).toBe('WRONGPASS invalid');
    emitter.emit('ready');
    expect(fault()).toBeNull();
  });

  it('is node-redis where only that is installed', () => {
    const client = Object.assign(new EventEmitter(), { connect: async () => {} });
    const createClient = (options: { url: string }) => Object.assign(client, options);
    expect(openClient(address, [loader({ redis: { createClient } })]).client).toMatchObject({
      url: address.url,
      disableOfflineQueue: true,
      socket: { socketTimeout: 2000 },
      // Silence alone must not end a connection.
      pingInterval: 500,
    });
  });

  it('has to be installed, and the refusal says how, and shows no password', () => {
    const open = () => openClient(address, [loader({})]);
    expect(open).toThrow('redis: "redis://cache:6379" is not allowed; give it a client');
    expect(open).toThrow(/npm install ioredis/);
  });

  it('that is installed and broken says itself what is wrong', () => {
    const load: Load = () => {
      throw Object.assign(new Error("Cannot find module 'cluster-key-slot'"), { code: 'MODULE_NOT_FOUND' });
    };
    expect(() => openClient(address, [load])).toThrow('cluster-key-slot');
  });
});
