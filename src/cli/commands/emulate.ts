import { LOAD_FLAGS } from '../../core/capacity/load-flags.js';
import type { FlagValues } from '../../core/policy/flag.js';
import { writeDuration } from '../../core/policy/written.js';
import { RULE_BOOKS, type RuleBook } from '../../core/rulebooks/index.js';
import { formatNumber } from '../../core/text/format-number.js';
import { createEmulator, type Emulator, type EmulatorServer, ListenError, listen } from '../../emulator/index.js';
import type { Answer, Command, CommandFlag, ExplainedValue } from '../command.js';
import { UsageError } from '../failure.js';
import { emulatorOptions } from '../input/emulator-flags.js';
import { DEFAULT_PORT, portFailure, readPort } from '../input/port.js';
import type { Io } from '../io.js';
import { type Column, csvTable, markdownTable, textTable } from '../render/table.js';

const LIMITS = ['rpm', 'tpm', 'itpm', 'otpm', 'rpd', 'tpd', 'ipm'];
const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

const LIMIT_FLAGS: readonly CommandFlag[] = [
  ...LOAD_FLAGS.filter(({ name }) => LIMITS.includes(name)),
  {
    name: 'limit',
    value: 'LIMIT',
    about:
      'Another limit of the provider by its name, NAME=AMOUNT/WINDOW[+BURST]; NAME=AMOUNT for requests in progress.',
    repeatable: true,
  },
  {
    name: 'window-factor',
    value: 'NUMBER',
    about: 'Every window times this, but for limits given here: with 0.01 a minute lasts 600 ms.',
  },
];

export const emulate: Command = {
  name: 'emulate',
  summary: 'A provider on this computer, with its limits, headers and bad days, for any client in any language.',
  examples: [
    { line: 'holdoff emulate anthropic --rpm 50 --itpm 30000', about: `Claude at http://127.0.0.1:${DEFAULT_PORT}` },
    { line: 'holdoff emulate openai --overload 10% --latency 300ms', about: 'one in ten answers says 503' },
    { line: 'holdoff emulate github --window-factor 0.001', about: 'an hour lasts 3.6 seconds' },
    { line: 'holdoff emulate custom --limit requests=20/s+20', about: 'a server of your own' },
  ],
  operand: {
    name: 'PROVIDER',
    about: `Whom to emulate: ${[...RULE_BOOKS.map(({ id }) => id), 'custom'].join(', ')}.`,
  },
  groups: [
    { title: 'Its limits', flags: LIMIT_FLAGS },
    {
      title: 'How it behaves',
      flags: [
        { name: 'overload', value: 'SHARE', about: 'The share of requests that is told of an overload.' },
        {
          name: 'condition',
          value: 'ID[=SHARE]',
          about: 'Another condition of the provider, such as spend-limit; always, or for a share.',
          repeatable: true,
        },
        { name: 'others', value: 'SHARE', about: 'The share of every rate that other tenants take.' },
        { name: 'latency', value: 'DURATION', about: 'Time until an answer begins.', default: '0ms' },
        { name: 'seed', value: 'SEED', about: 'Of all that is random.', default: '1' },
        { name: 'script', value: 'FILE', about: 'More, as JSON: faults, exact answers, lies. - is standard input.' },
        {
          name: 'fields',
          value: 'FORM',
          about: 'custom only: ietf, ietf-draft-03, x-ratelimit or none.',
          default: 'ietf',
        },
        { name: 'hint', value: 'FORM', about: 'custom only: seconds, milliseconds, date or none.', default: 'seconds' },
      ],
    },
    {
      title: 'Where',
      flags: [
        { name: 'port', value: 'PORT', about: 'The port; 0 for any that is free.', default: String(DEFAULT_PORT) },
        {
          name: 'host',
          value: 'HOST',
          about: 'The address to listen on; another than this lets others in.',
          default: '127.0.0.1',
        },
      ],
    },
  ],
  run,
};

/** The server goes on when the answer has been printed. Ctrl-C ends it, as it ends any program; SIGTERM asks it to end. */
async function run(flags: FlagValues, io: Io): Promise<Answer> {
  const provider = flags.PROVIDER;
  if (typeof provider !== 'string') {
    const known = [...RULE_BOOKS.map(({ id }) => id), 'custom'].join(', ');
    throw new UsageError('missing-value', 'PROVIDER: missing; name whom to emulate', `it is one of ${known}`);
  }
  const port = readPort(flags.port);
  const host = typeof flags.host === 'string' ? flags.host : '127.0.0.1';
  const emulator = createEmulator(await emulatorOptions(provider, flags, io));
  const { address, close } = await serve(emulator, port, host);
  io.onTerminate?.(() => void close());
  return answerOf(emulator.book, address, host, explainedOf(flags, port, host));
}

async function serve(emulator: Emulator, port: number, host: string): Promise<EmulatorServer> {
  try {
    return await listen(emulator, { port, host });
  } catch (error) {
    const failure = portFailure(error, port);
    if (failure !== error || !(error instanceof ListenError)) throw failure;
    throw new UsageError('host', `--host: ${error.message}`);
  }
}

interface LimitRow {
  readonly name: string;
  readonly amount: number;
  readonly windowMs: number | null;
  readonly kind: string;
  readonly per: string;
}

const COLUMNS: readonly Column<LimitRow>[] = [
  { key: 'name', title: 'limit', align: 'left', text: ({ name }) => name, value: ({ name }) => name },
  { key: 'amount', title: 'allowed', text: ({ amount }) => formatNumber(amount), value: ({ amount }) => amount },
  {
    key: 'windowMs',
    title: 'window',
    text: ({ windowMs }) => (windowMs === null ? 'at once' : writeDuration(windowMs)),
    value: ({ windowMs }) => windowMs,
  },
  { key: 'kind', title: 'counts as', align: 'left', text: ({ kind }) => kind, value: ({ kind }) => kind },
  { key: 'per', title: 'for each', align: 'left', text: ({ per }) => per, value: ({ per }) => per },
];

function explainedOf(flags: FlagValues, port: number, host: string): ExplainedValue[] {
  return Object.entries({ port: String(port), host }).map(([field, value]) => {
    return { field, flag: `--${field}`, value, source: flags[field] === undefined ? 'default' : 'flag' };
  });
}

function answerOf(book: RuleBook, address: string, host: string, explained: readonly ExplainedValue[]): Answer {
  const limits = book.limits
    .filter(({ isOptional }) => isOptional !== true)
    .map(({ name, limiter, per }): LimitRow => {
      const windowMs = limiter.kind === 'concurrency' ? null : limiter.windowMs;
      return { name, amount: limiter.amount, windowMs, kind: limiter.kind, per };
    });
  const control = `${address}/__holdoff`;
  const sentence = `${book.title} is at ${address}`;
  return {
    json: { address, control, provider: book.id, limits },
    sentence,
    explained,
    warnings: LOOPBACK.includes(host) ? [] : [`others can reach ${address}; it asks nobody for a password`],
    text: ({ style }) =>
      `${style.strong(sentence)}\n\n${textTable(COLUMNS, limits)}\n\nWhat it saw is at ${control}. Ctrl-C ends it.\n`,
    csv: () => csvTable(COLUMNS, limits),
    markdown: () => `<${address}>\n\n${markdownTable(COLUMNS, limits)}`,
  };
}
