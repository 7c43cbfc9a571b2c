import { type HeadersInput, visitFields } from '../../core/headers/field-map.js';

/** A field of a response by its name in lower case; empty when there is none. Mocks have headers of any shape, or none. */
export function responseField({ headers }: Response, name: string): string {
  if (headers === null || headers === undefined) return '';
  if (typeof headers.get === 'function') return headers.get(name) ?? '';
  let found = '';
  visitFields(headers as HeadersInput, (field, value) => {
    if (field.toLowerCase() === name) found = String(value ?? '');
  });
  return found;
}

export function isEventStream(response: Response): boolean {
  return responseField(response, 'content-type').startsWith('text/event-stream');
}
