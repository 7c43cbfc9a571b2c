// The endpoint through which a test in another process asks what the emulator saw, and tells it what to do next.

import type { Emulator } from './emulator.js';
import { readAnswers } from './read-options.js';
import type { Delivery } from './reply.js';
import type { EmulatedRequest } from './request.js';
import { dateHeader, jsonReply } from './write.js';

/** Every path of it begins so; no provider has such a path. */
export const CONTROL_PATH = '/__holdoff';

/** The answer to a request whose path begins with {@link CONTROL_PATH}. It is neither counted nor delayed. */
export function controlDelivery(emulator: Emulator, request: EmulatedRequest): Delivery {
  const { status, body } = answer(emulator, request);
  return {
    delayMs: 0,
    reply: () => jsonReply(status, body, dateHeader(emulator.now())),
    sent: () => {},
    end: () => {},
  };
}

interface Said {
  readonly status: number;
  readonly body: unknown;
}

function answer(emulator: Emulator, request: EmulatedRequest): Said {
  const { method, path, body } = request;
  // Any page that somebody looks at could send a POST here.
  if (request.header('origin') !== null) return { status: 403, body: { error: 'not for pages in a browser' } };
  const action = `${method} ${path.slice(CONTROL_PATH.length).replace(/\/$/, '')}`;
  switch (action) {
    case 'GET ':
      return { status: 200, body: summary(emulator) };
    case 'GET /requests':
      return { status: 200, body: { ...emulator.seen() } };
    case 'POST /reset':
      emulator.reset();
      return { status: 200, body: { reset: true } };
    case 'POST /answers':
      return play(emulator, body);
    default:
      return { status: 404, body: { error: `there is no ${method} ${path}`, allowed: ACTIONS } };
  }
}

const ACTIONS = ['GET ', 'GET /requests', 'POST /reset', 'POST /answers'].map((action) =>
  action.replace(' ', ` ${CONTROL_PATH}`),
);

function summary(emulator: Emulator) {
  const { totals, keys, forgotten } = emulator.seen();
  const { id, title, limits } = emulator.book;
  const enforced = limits.filter(({ isOptional }) => isOptional !== true);
  return {
    provider: id,
    title,
    now: emulator.now(),
    limits: enforced.map(({ name, limiter, per }) => ({ name, per, ...limiter })),
    totals,
    keys,
    forgotten,
  };
}

function play(emulator: Emulator, body: string): Said {
  try {
    const answers = readAnswers(JSON.parse(body));
    emulator.play(answers);
    return { status: 200, body: { added: answers.length } };
  } catch (error) {
    return { status: 400, body: { error: (error as Error).message } };
  }
}
