// What the scripts do is shown in the shells themselves, in test/end-to-end/completion.

import { expect, it } from 'vitest';
import { holdoff } from '../fixtures/fake-io.js';

it.each([
  ['completion', 'SHELL: missing; name a shell'],
  ['completion zhs', 'did you mean zsh?'],
  ['completion constructor', 'SHELL: "constructor" is not known'],
])('%s is refused', async (line, said) => {
  const { code, err } = await holdoff(line);
  expect(code).toBe(2);
  expect(err).toContain(said);
});
