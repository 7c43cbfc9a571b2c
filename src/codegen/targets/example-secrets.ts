// Credentials that were typed for the usage lines: generated code is saved, shared and committed, so they are left out.

import { isSecret } from '../../core/headers/field-map.js';
import type { ExampleRequest } from './example-request.js';

/** The request without what carries credentials. */
export function withoutSecrets({ url, headers }: ExampleRequest): ExampleRequest {
  return { url, headers: headers.filter(([name]) => !isSecret(name.toLowerCase())) };
}

/** One sentence for each header that {@link withoutSecrets} drops. Its value is not repeated. */
export function droppedSecrets({ headers }: ExampleRequest): string[] {
  return headers
    .filter(([name]) => isSecret(name.toLowerCase()))
    .map(([name]) => `the header ${name}: a credential; let the code read it where it runs, as from the environment.`);
}
