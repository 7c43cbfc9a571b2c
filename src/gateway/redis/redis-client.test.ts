import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { type Load, openClient } from './redis-client.js';

const address = { url: 'redis://me:secret@cache:6379', shown: 'redis://cache:6379' };

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
    expect(FakeIoredis.made[0]).toEqual([address.url, expect.objectContaining({ enableOfflineQueue: false })]);
    expect(client.fault()).toBeNull();
    (client.client as unknown as EventEmitter).emit('error', new Error('connect ECONNREFUSED'));
    expect(client.fault()).toBe('connect ECONNREFUSED');
  });

  it('is node-redis where only that is installed', () => {
    const client = Object.assign(new EventEmitter(), { connect: async () => {} });
    const createClient = (options: { url: string }) => Object.assign(client, options);
    expect(openClient(address, [loader({ redis: { createClient } })]).client).toMatchObject({ url: address.url });
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
