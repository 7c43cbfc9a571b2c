import { describe, expect, it } from 'vitest';
import { TARGETS } from '../../codegen/targets/index.js';
import { holdoff } from '../fixtures/fake-io.js';

describe('holdoff generate', () => {
  it.each(TARGETS.map(({ id }) => id))('prints code for %s, with the policy in its head', async (id) => {
    const { code, out, err } = await holdoff(`generate ${id} --base 3s --multiplier 3 --cap 7m --retries 4`);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const said of ['holdoff 1.2.3', `holdoff generate ${id} --base 3s`, '4 retries', 'multiplier 3', 'cap 7m']) {
      expect(out).toContain(said);
    }
    expect(out.replace(/\s+(?:\/\/|#)?\s*/g, ' ')).toContain('only wrap requests that are safe to repeat');
    expect(out).toContain('Usage:');
  });

  it('names every target in its help', async () => {
    const { out } = await holdoff('generate --help');
    for (const { id } of TARGETS) expect(out).toMatch(new RegExp(`\\b${id}\\b`));
  });

  it('makes the same code again from the command in its head', async () => {
    const { out } = await holdoff(
      'generate python --base 70ms --min 3ms --jitter 0.8..1.2 --attempts 9 --no-retry-after',
    );
    const [, again = ''] = /\n# {3}(holdoff generate [^#]*(?:\\\n# {5}[^#]*)*)\n#\n/.exec(out) ?? [];
    const line = again.replace(/\\\n# */g, '').replace(/^holdoff /, '');
    expect(line).toContain('--no-retry-after');
    expect((await holdoff(line)).out).toBe(out);
  });

  it('pipes in what has no flag, and makes the same code again from it', async () => {
    const policy = '{"backoff":{"delaysMs":[100,"2s",5]},"jitter":"none","retryOn":{"statuses":[503]}}';
    const { out } = await holdoff('generate bash --policy -', { files: { '-': policy } });
    const [, piped = ''] = /echo '([^']*)' \|/.exec(out) ?? [];
    const again = await holdoff('generate bash --policy -', { files: { '-': piped.replace(/\n# */g, ' ') } });
    expect(again.out).toBe(out);
  });

  it('writes a file on demand, and says so', async () => {
    const saved: Record<string, string> = {};
    const { code, out } = await holdoff('generate go --out retry.go --quiet', { saved });
    expect(code).toBe(0);
    expect(out).toBe('retry.go holds DoWithRetry for Go (net/http); nothing else is needed.\n');
    expect(saved['retry.go']).toContain('package retry');
  });

  it('tells what of the policy is not in the code', async () => {
    const { out, err } = await holdoff('generate python --deadline 30s');
    expect(err).toBe('note: not in the code: deadline 30s: stop the call from outside.\n');
    expect(out).toContain('# Lacks:   deadline 30s: stop the call from outside.');
  });

  it('gives programs the code with the names of file and function', async () => {
    const { out } = await holdoff('generate java --name Patient --json');
    const { code, ...rest } = JSON.parse(out);
    expect(rest).toMatchObject({ target: 'java', fileName: 'Patient.java', functionName: 'Patient', notes: [] });
    expect(code).toContain('public class Patient {');
  });

  it('puts address and headers into the usage lines', async () => {
    const { out } = await holdoff(
      'generate python --url https://a.example/x?"q=1" --header "X-Note: it\'s" --header Accept:*/*',
    );
    expect(out).toContain('# url = "https://a.example/x?\\"q=1\\""');
    expect(out).toContain('"X-Note": "it\'s"');
    expect(out).toContain('"Accept": "*/*"');
  });

  const refused: [line: string, said: string][] = [
    ['generate', 'TARGET: missing; name a language'],
    ['generate pyhton', 'TARGET: "pyhton" is not allowed'],
    ['generate pyhton', 'did you mean python?'],
    ['generate go --url ftp://x', 'url: "ftp://x" is not allowed'],
    ['generate go --header nonsense', '--header: "nonsense" is not allowed; give a header as "Name: value"'],
    ['generate go --name 9lives', '--name: "9lives" is not allowed'],
    ['generate go --url ftp://x', '--url: "ftp://x" is not allowed'],
    ['generate bash --name cd', '--name: "cd" is not allowed'],
    ['generate go --name func', 'no word of the language'],
    ['generate go --name sleep', 'that the generated code does not use itself'],
    ['generate go --out missing/retry.go', '--out: missing/retry.go cannot be written: there is no such folder'],
    ['generate go --out -', '--out: "-" is not allowed'],
    ['generate go --retries x', '--retries'],
  ];
  it.each(refused)('%s is refused: %s', async (line, said) => {
    const { code, out, err } = await holdoff(line);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(said);
  });
});
