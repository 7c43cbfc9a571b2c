import { describe, expect, it } from 'vitest';
import { createAttachment } from './attachment.js';

describe('what is kept on an object that somebody else made', () => {
  const objects: readonly (readonly [what: string, object: object])[] = [
    ['a plain object', {}],
    ['a response of the platform', new Response('x')],
    [
      'a proxy that lets nothing through',
      new Proxy({}, { get: refuse, set: refuse, has: refuse, defineProperty: refuse }),
    ],
    ['a proxy that does not say whether it is open', new Proxy({}, { isExtensible: refuse })],
    ['a proxy that was revoked', revoked()],
    ['a function', () => {}],
    ['a frozen object', Object.freeze({})],
  ];
  it.each(objects)('is there again, can be replaced, and cannot be seen: %s', (_, object) => {
    const one = createAttachment<number>();
    const other = createAttachment<number>();
    const namesBefore = namesOf(object);
    expect(one.get(object)).toBeUndefined();
    one.set(object, 1);
    one.set(object, 2);
    expect([one.get(object), other.get(object)]).toEqual([2, undefined]);
    expect(namesOf(object)).toEqual(namesBefore);
  });

  it('is not on what inherits from the object', () => {
    const one = createAttachment<number>();
    const parent = {};
    one.set(parent, 1);
    expect(one.get(Object.create(parent))).toBeUndefined();
  });
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function namesOf(object: object): readonly PropertyKey[] {
  try {
    return Reflect.ownKeys(object);
  } catch {
    return [];
  }
}

function refuse(): never {
  throw new Error('closed');
}
