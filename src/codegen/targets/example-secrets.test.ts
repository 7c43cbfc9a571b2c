import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../core/policy/parse-policy.js';
import { generate } from './generate.js';
import { TARGETS } from './registry.js';

describe('credentials that were typed for the usage lines', () => {
  const headers = [
    ['Authorization', 'Bearer sk-s3cret'],
    ['x-API-key', 'sk-s3cret'],
    ['Cookie', 'session=sk-s3cret'],
    ['Accept', 'text/plain'],
  ] as const;
  const options = { version: '1.2.3', example: { url: 'https://api.example/', headers } };

  it.each(TARGETS.map(({ id }) => id))('are in no file for %s, and are told without their value', (id) => {
    const generated = generate(id, parsePolicy({}), options);
    expect(generated.usage).toContain('text/plain');
    expect(JSON.stringify(generated)).not.toContain('s3cret');
    expect(generated.notes).toEqual(
      ['Authorization', 'x-API-key', 'Cookie'].map((name) =>
        expect.stringContaining(`the header ${name}: a credential`),
      ),
    );
  });
});
