import { InputError } from '../errors.js';

/** One layer of callers that each retry on their own; attempts include the first. */
export interface RetryLayer {
  readonly attempts: number;
}

/**
 * Attempts at the bottom per request at the top, when every bottom attempt fails with the same chance and each layer
 * retries whatever the layer below it failed at. Always say what is counted: three tries in each of five layers give
 * 3⁵ = 243, three retries in each give 4⁵ = 1024, and both only when everything fails.
 *
 * A layer with `a` attempts over a failing share f costs (1 − f^a)/(1 − f) times as much and fails with f^a; the layers'
 * factors telescope to (1 − f^N)/(1 − f) with N the product of all attempts, so their order does not matter.
 * Relative error ≤ 1e-12. Source: Site Reliability Engineering (Google, 2016), chapter 22, for the product.
 * Throws {@link InputError} outside 0…1, for attempts outside 1…1000 and for more than 100 layers.
 */
export function layeredAmplification(layers: readonly RetryLayer[], failShare: number): number {
  if (!(failShare >= 0 && failShare <= 1)) {
    throw new InputError({ field: 'failShare', value: failShare, allowed: 'a share from 0 to 1' });
  }
  if (layers.length > 100) {
    throw new InputError({ field: 'layers', value: layers.length, allowed: 'at most 100 layers' });
  }
  let attempts = 1;
  for (const [index, layer] of layers.entries()) {
    if (!Number.isInteger(layer.attempts) || layer.attempts < 1 || layer.attempts > 1000) {
      const field = `layers[${index}].attempts`;
      throw new InputError({ field, value: layer.attempts, allowed: 'a whole number from 1 to 1000' });
    }
    attempts *= layer.attempts;
  }
  if (failShare === 1) return attempts;
  // expm1 keeps the digits that 1 − f^N loses while f is close to 1.
  return -Math.expm1(attempts * Math.log(failShare)) / (1 - failShare);
}
