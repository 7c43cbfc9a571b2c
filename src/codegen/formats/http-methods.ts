// For clients that repeat by the method of a request.

import type { Fields } from './fields.js';
import { type Loss, lossOf, passedOver } from './loss.js';

const REPEATABLE = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE'];
const OTHERS = ['POST', 'PATCH'];

/** The list that stands for every method. */
export const EVERY_METHOD: readonly string[] = [...REPEATABLE, ...OTHERS];

/** Whether the methods under this key are all that there are; the loss where they are neither all nor the usual ones. */
export function readMethods(fields: Fields, key: string): { anyMethod: boolean; losses: Loss[] } {
  const methods = fields.texts([key])?.map((method) => method.toUpperCase());
  if (methods === undefined) return { anyMethod: false, losses: [] };
  const anyMethod = OTHERS.every((method) => methods.includes(method));
  const isUsual = anyMethod || (!OTHERS.some((method) => methods.includes(method)) && methods.includes('PUT'));
  const told = passedOver(fields.path(key), `has ${methods.join(', ')}`, 'a policy goes by what is safe to repeat');
  return { anyMethod, losses: isUsual ? [] : [told] };
}

/** The loss of a client that never repeats POST and PATCH. */
export function postNever(system: string): Loss {
  const says = 'repeats any method where nothing was processed, as after a 429';
  return lossOf('retryOn.idempotent', 'approximated', says, `${system} repeats neither POST nor PATCH`);
}
