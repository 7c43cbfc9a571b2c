// A response stays the object that fetch made: its prototype is replaced by one whose body is read through us, so that
// url, type, instanceof and what the platform does with responses are as before.

import { createAttachment } from '../attachment.js';
import { type AnyReport, REPORT } from '../report.js';
import type { TrackedBody } from './tracked-body.js';

/** A response of the platform, or one that is made like them. */
export type TrackableResponse = Response;

const METHODS = ['text', 'json', 'arrayBuffer', 'blob', 'bytes', 'formData'] as const;
export type BodyMethod = (typeof METHODS)[number];

/** The members of the prototype that was there before. */
export interface NativeMembers {
  body(response: TrackableResponse): ReadableStream<Uint8Array> | null;
  bodyUsed(response: TrackableResponse): boolean;
  consume(response: TrackableResponse, method: BodyMethod): Promise<unknown>;
}

/** Whether the body of a response can be watched: there is one, nobody reads it yet, and it is read by methods of a class. */
export function isTrackable(response: Response): response is TrackableResponse {
  const prototype: object | null = Object.getPrototypeOf(response);
  if (typeof (prototype as { text?: unknown } | null)?.text !== 'function') return false;
  if (Object.hasOwn(response, 'body') || !Object.isExtensible(response)) return false;
  try {
    const body = nativeOf(response).body(response);
    return typeof body?.getReader === 'function' && !body.locked;
  } catch {
    return false;
  }
}

/** From here on the body of `response` is read through `body`. */
export function track(response: TrackableResponse, body: TrackedBody): void {
  bodies.set(response, body);
  Object.setPrototypeOf(response, trackedPrototype(Object.getPrototypeOf(response)));
  const behind = (response as { [BEHIND]?: object })[BEHIND];
  if (behind !== undefined && behind !== response) bodies.set(behind, body);
}

/** Tells the response behind a proxy, as tools for tracing put one around it: that is what its members are called on. */
const BEHIND = Symbol('behind');

export function nativeOf(response: TrackableResponse): NativeMembers {
  const prototype: object = Object.getPrototypeOf(response);
  let native = natives.get(prototype);
  if (native === undefined) {
    native = membersOf(prototype);
    natives.set(prototype, native);
  }
  return native;
}

const bodies = createAttachment<TrackedBody>();
/** The native members, by the prototype of the response as it was or as it is now. */
const natives = new WeakMap<object, NativeMembers>();
const trackedPrototypes = new WeakMap<object, object>();

function membersOf(prototype: object): NativeMembers {
  const members = prototype as Record<string, (this: unknown) => Promise<unknown>>;
  return {
    body: (response) => Reflect.get(prototype, 'body', response),
    bodyUsed: (response) => Reflect.get(prototype, 'bodyUsed', response),
    // As the platform has it, a promise; those of mocks may be functions of another kind.
    consume(response, method) {
      try {
        return Promise.resolve(Reflect.apply(members[method] as never, response, []));
      } catch (error) {
        return Promise.reject(error);
      }
    },
  };
}

/** One for each class of responses. */
function trackedPrototype(native: object): object {
  let tracked = trackedPrototypes.get(native);
  if (tracked !== undefined) return tracked;
  tracked = Object.create(native, {
    body: { configurable: true, enumerable: true, get: bodyOf },
    bodyUsed: { configurable: true, enumerable: true, get: bodyUsedOf },
    clone: { configurable: true, writable: true, value: cloneOf },
    [BEHIND]: { get: itself },
    [REPORT]: { get: reportOf, set: keepReport },
  }) as object;
  for (const method of METHODS) {
    if (typeof (native as Record<string, unknown>)[method] !== 'function') continue;
    const consume = function (this: Response): Promise<unknown> {
      return trackedBody(this).consume(method);
    };
    Object.defineProperty(tracked, method, { configurable: true, writable: true, value: consume });
  }
  natives.set(tracked, membersOf(native));
  trackedPrototypes.set(native, tracked);
  return tracked;
}

function itself(this: object): object {
  return this;
}

function reportOf(this: Response): AnyReport | undefined {
  return trackedBody(this).report;
}

function keepReport(this: Response, report: AnyReport): void {
  trackedBody(this).report = report;
}

function bodyOf(this: Response): ReadableStream<Uint8Array> | null {
  return trackedBody(this).body;
}

function bodyUsedOf(this: Response): boolean {
  return trackedBody(this).bodyUsed;
}

/** The copy is a new response, so what it cannot be given is put on it. */
function cloneOf(this: Response): Response {
  const { status, statusText, headers, url, redirected, type } = this;
  const copy = new Response(trackedBody(this).tee(), { status, statusText, headers });
  for (const [name, value] of Object.entries({ url, redirected, type })) Object.defineProperty(copy, name, { value });
  return copy;
}

/** As the platform has it, the members are for responses and for nothing else. */
function trackedBody(response: unknown): TrackedBody {
  const body = typeof response === 'object' && response !== null ? bodies.get(response) : undefined;
  if (body === undefined) throw new TypeError('Illegal invocation');
  return body;
}
