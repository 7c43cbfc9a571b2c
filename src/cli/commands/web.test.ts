import { expect, it } from 'vitest';
import { holdoff } from '../fixtures/fake-io.js';

it.each([
  ['web --out page.html --port 8080', /--port: is not allowed beside --out/],
  ['web --port zero', /--port: "zero" is not allowed; give/],
])('%s is refused', async (line, said) => {
  const { code, out, err } = await holdoff(line);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(said);
});
