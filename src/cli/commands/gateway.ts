import { InputError } from '../../core/errors.js';
import { parseCount } from '../../core/grammar/count.js';
import { parseDuration } from '../../core/grammar/duration.js';
import type { Limit } from '../../core/grammar/limit.js';
import type { FlagValues } from '../../core/policy/flag.js';
import { policyFromFlags } from '../../core/policy/flags.js';
import type { Plain } from '../../core/policy/paths.js';
import type { Policy } from '../../core/policy/policy.js';
import {
  type Gateway,
  type GatewayOptions,
  isLoopback,
  ListenError,
  providerPolicy,
  startGateway,
} from '../../gateway/index.js';
import type { Answer, Command, ExplainedValue } from '../command.js';
import { UsageError } from '../failure.js';
import { explainValues } from '../input/explain-values.js';
import { type PolicyAndLoad, readPolicyAndLoad } from '../input/policy-and-load.js';
import { DEFAULT_PORT, portFailure, readPort } from '../input/port.js';
import type { Io } from '../io.js';
import { REDIS_GROUP, redisOf, storeLine } from './gateway-redis.js';
import { LIMIT_FLAGS, POLICY_GROUPS } from './shared-flags.js';

const HOST = '127.0.0.1';
const GRACE = '10s';

export const gateway: Command = {
  name: 'gateway',
  summary: 'One quota for every program on this computer, in any language: a server that waits as the API says.',
  examples: [
    {
      line: 'holdoff gateway --upstream https://api.openai.com',
      about: 'then OPENAI_BASE_URL=http://127.0.0.1:8429/v1',
    },
    { line: 'holdoff gateway --upstream https://api.anthropic.com --rpm 50', about: 'and never more than 50 a minute' },
    { line: 'holdoff gateway --upstream https://api.example --policy policy.json', about: 'with a policy of your own' },
    {
      line: 'holdoff gateway --upstream https://api.example --rpm 600 --redis redis://10.0.0.5',
      about: 'on several machines, and 600 a minute from all of them together',
    },
  ],
  groups: [
    {
      title: 'Where requests go',
      flags: [
        {
          name: 'upstream',
          value: 'URL',
          about: 'The server that is called, and no other, such as https://api.openai.com.',
        },
        {
          name: 'provider',
          value: 'ID',
          about: 'Whose rules it follows, such as openai, where its host does not tell.',
        },
      ],
    },
    {
      title: 'Where it listens, and to whom',
      flags: [
        { name: 'port', value: 'PORT', about: 'The port; 0 for any that is free.', default: String(DEFAULT_PORT) },
        {
          name: 'host',
          value: 'HOST',
          about: 'The address to listen on; another than this lets others in.',
          default: HOST,
        },
        {
          name: 'allow-host',
          value: 'NAME',
          about: 'A name beside localhost by which it may be called, such as host.docker.internal.',
          repeatable: true,
        },
        {
          name: 'allow-origin',
          value: 'ORIGIN',
          about: 'An origin whose pages may call it from a browser, such as http://localhost:3000.',
          repeatable: true,
        },
        {
          name: 'replayable',
          value: 'BYTES',
          about: 'Longest request body that is kept to be sent again.',
          default: '8,388,608',
        },
        {
          name: 'grace',
          value: 'DURATION',
          about: 'How long Ctrl-C or SIGTERM lets requests under way go on.',
          default: GRACE,
        },
      ],
    },
    REDIS_GROUP,
    {
      title: 'Limits that it keeps to, beside what the server says',
      flags: LIMIT_FLAGS.filter(({ name }) => name !== 'from-headers'),
    },
    ...POLICY_GROUPS.map((group) => ({ ...group, flags: group.flags.filter(({ name }) => name !== 'seed') })),
  ],
  run,
};

/** The server goes on when the answer has been printed. Ctrl-C or SIGTERM lets what is under way end first, another one does not. */
async function run(flags: FlagValues, io: Io): Promise<Answer> {
  const { upstream } = flags;
  if (typeof upstream !== 'string') {
    throw new UsageError(
      'missing-value',
      '--upstream: missing; name the server to call',
      'such as https://api.openai.com',
    );
  }
  const port = readPort(flags.port);
  const host = typeof flags.host === 'string' ? flags.host : HOST;
  const graceMs = parseDuration(flags.grace ?? GRACE, '--grace');
  const given = await readSources(flags, io);
  const { limits } = given.load;
  const options: GatewayOptions = {
    upstream,
    policy: policyOf(given),
    provider: typeof flags.provider === 'string' ? flags.provider : undefined,
    port,
    host,
    allowHosts: listOf(flags['allow-host']),
    allowOrigins: listOf(flags['allow-origin']),
    mostReplayableBytes: flags.replayable === undefined ? undefined : bytesOf(flags.replayable),
    costs: Object.fromEntries(limits.filter(({ cost }) => cost !== 1).map(({ name, cost }) => [name, cost])),
    redis: redisOf(flags),
  };
  const started = await start(options, port);
  let isEnding = false;
  // Another of the same kind is left to Node; one of the other kind is no less meant.
  const end = (): void => {
    void started.close(isEnding ? 0 : graceMs);
    isEnding = true;
  };
  io.onInterrupt?.(end);
  io.onTerminate?.(end);
  // The gateway knows more of why it is gone than its client does.
  started.client.on('store', ({ state, reason }) =>
    io.err.write(`${storeLine(state, started.status().store?.reason ?? reason, options.redis)}\n`),
  );
  return answerOf(started, host, [
    ...explainValues({ ...given, headers: null }, flags),
    ...explainedOf(flags, port, host),
  ]);
}

/** A preset or a file says what is meant; without them the provider's own policy lies beneath the flags. */
async function readSources(flags: FlagValues, io: Io): Promise<PolicyAndLoad> {
  const given = await readPolicyAndLoad(flags, io);
  if (given.file !== null || given.preset !== null) return given;
  const known = flagged(() => providerPolicy(flags.upstream as string, flags.provider as string | undefined));
  if (known === null) return given;
  const beneath = { kind: 'preset', name: `provider ${known.provider}`, input: known.policy as Plain } as const;
  const sourced = policyFromFlags(flags, [beneath]);
  return { ...given, sourced, load: { ...given.load, deadlineMs: given.load.deadlineMs ?? sourced.policy.deadlineMs } };
}

function policyOf({ sourced, load }: PolicyAndLoad): Policy {
  const { deadlineMs, limits } = load;
  return { ...sourced.policy, deadlineMs, ...(limits.length === 0 ? {} : { quotas: limits.map(quotaOf) }) };
}

function quotaOf({ name, amount, windowMs, burst }: Limit): Policy['quotas'][number] {
  return { name, amount, windowMs, burst };
}

async function start(options: GatewayOptions, port: number): Promise<Gateway> {
  try {
    return await startGateway(options);
  } catch (error) {
    const failure = portFailure(error, port);
    if (failure === error && error instanceof ListenError) throw new UsageError('host', `--host: ${error.message}`);
    throw flagOf(failure);
  }
}

const FLAGS: Readonly<Record<string, string>> = {
  upstream: '--upstream',
  provider: '--provider',
  dialect: '--provider',
  host: '--host',
  allowHosts: '--allow-host',
  allowOrigins: '--allow-origin',
  mostReplayableBytes: '--replayable',
  redis: '--redis',
  prefix: '--redis-prefix',
  whenGone: '--redis-down',
};

function flagged<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw flagOf(error);
  }
}

/** An option that was refused, under the name that was typed. */
function flagOf(error: unknown): unknown {
  if (!(error instanceof InputError)) return error;
  const flag = FLAGS[error.issue.field];
  return flag === undefined ? error : new InputError({ ...error.issue, field: flag });
}

function listOf(value: FlagValues[string]): readonly string[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]) as readonly string[];
}

function bytesOf(value: FlagValues[string]): number {
  const bytes = parseCount(value, '--replayable');
  if (Number.isInteger(bytes)) return bytes;
  throw new InputError({ field: '--replayable', value, allowed: 'a whole number of bytes' });
}

function explainedOf(flags: FlagValues, port: number, host: string): ExplainedValue[] {
  return Object.entries({ port: String(port), host }).map(([field, value]) => {
    return { field, flag: `--${field}`, value, source: flags[field] === undefined ? 'default' : 'flag' };
  });
}

function answerOf({ address, status }: Gateway, host: string, explained: readonly ExplainedValue[]): Answer {
  const { upstream, provider, store } = status();
  const page = `${address}/__holdoff/`;
  const metrics = `${address}/__holdoff/metrics`;
  const others = store === null ? '' : `, and at the other gateways of ${store.address}`;
  const sentence = `${upstream} is at ${address}, one quota for all who call it there${others}`;
  return {
    json: { address, upstream, provider, status: page, metrics, redis: store?.address ?? null },
    sentence,
    explained,
    warnings: [
      ...(isLoopback(host) ? [] : [`others can reach ${address}; it asks nobody for a password`]),
      ...(store?.state === 'gone' ? [`Redis at ${store.address} cannot be used yet: ${store.reason}`] : []),
    ],
    text: ({ style }) =>
      `${style.strong(sentence)}\nGive that address to your programs as base URL; their credentials are passed on and kept nowhere.\nHow it goes is at ${page}, for Prometheus at ${metrics}. Ctrl-C ends it.\n`,
    csv: () => `address,upstream\n${address},${upstream}\n`,
    markdown: () => `<${address}> calls <${upstream}>\n`,
  };
}
