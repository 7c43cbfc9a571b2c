// What docs/benchmarks.md is made of: each bench with what it is about and the budgets that its figures are held against.
// A budget names a table by the beginning of its title, its rows, and a column; of several rows the worst one counts.

const ONCE = ['--rounds', '1'];

export const BENCHES = [
  {
    name: 'schedule',
    title: 'Schedule and plan',
    about:
      'The exact figures beside the average of 2,000 random runs, which is what one would do without the maths: what each ' +
      'takes, and by how much the average is off.',
    budgets: [
      {
        what: 'schedule and plan of any jitter: 2 ms, decorrelated to 10 retries 100 ms',
        table: 'schedule and plan',
        rows: /./,
        column: 'of budget',
        most: 100,
        unit: '%',
      },
    ],
  },
  {
    name: 'decoder',
    title: 'Reading a response',
    about:
      'Beside ratelimit-header-parser, which reads fewer fields and so takes less time; the last table counts who is right.',
    budgets: [
      {
        what: '`Retry-After`, responses per second',
        table: 'Retry-After',
        rows: /^decode, in/,
        column: 'per second',
        least: 1e6,
      },
      {
        what: 'all fields of a provider, from an object',
        table: 'full header sets',
        rows: /./,
        column: 'object',
        most: 4,
        unit: 'µs',
      },
      {
        what: 'all fields of a provider, from pairs',
        table: 'full header sets',
        rows: /./,
        column: 'pairs',
        most: 4,
        unit: 'µs',
      },
    ],
  },
  {
    name: 'engine',
    title: 'The engine alone',
    about: 'Without promises and timers, time counted up by hand.',
    budgets: [],
  },
  {
    name: 'execute',
    title: 'execute',
    about: 'What it adds to a function that does nothing.',
    budgets: [
      { what: '`execute`, added', table: 'execute', rows: /^execute {2,}/, column: 'µs added', most: 1, unit: 'µs' },
      {
        what: '`execute` with a signal, added',
        table: 'execute',
        rows: /one signal for all/,
        column: 'µs added',
        most: 2,
        unit: 'µs',
      },
    ],
  },
  {
    name: 'fetch',
    title: 'fetch',
    about: 'What it adds to the fetch below it.',
    budgets: [
      {
        what: 'fetch, extras off, added',
        table: 'fetch over a stub that returns a new Response without',
        rows: /^all off/,
        column: 'µs added',
        most: 5,
        unit: 'µs',
      },
      {
        what: 'fetch, everything on, added',
        table: 'fetch over a stub that returns a new Response with a body',
        rows: /./,
        column: 'µs added',
        most: 30,
        unit: 'µs',
      },
      {
        what: 'fetch over loopback, beside the platform’s',
        table: 'fetch over the loopback',
        rows: /^all on/,
        column: 'ratio',
        most: 1.1,
        unit: '×',
      },
    ],
  },
  {
    name: 'queue',
    title: 'A queue of 10,000 jobs',
    about: 'At concurrency 10, beside ten workers that take jobs from a list.',
    budgets: [
      {
        what: 'a queued job, added',
        table: '10 000 queued jobs',
        rows: /^execute/,
        column: 'µs added',
        most: 2,
        unit: 'µs',
      },
    ],
  },
  {
    name: 'memory',
    title: 'Calls that wait',
    about: 'Bytes of each of 100,000, and what it takes to abort all of them by one signal.',
    budgets: [],
  },
  {
    name: 'cold-start',
    title: 'The command',
    about: 'How long it takes to start, beside Node that does nothing.',
    budgets: [],
  },
  {
    name: 'simulator',
    title: 'The simulator',
    about:
      'Beside the same model written as one loop over typed arrays, which has no deadlines, budgets or faults to look after; and ' +
      'herds of up to a million clients.',
    budgets: [
      {
        what: 'simulator, share of the inlined loop',
        table: 'simulator: clients',
        rows: /^simulator/,
        column: 'share of the loop',
        least: 0.75,
      },
      {
        what: 'a million clients',
        table: 'simulator: herds',
        rows: /^1,000,000/,
        column: 'seconds',
        most: 10,
        unit: 's',
      },
      {
        what: 'a million clients, memory',
        table: 'simulator: herds',
        rows: /^1,000,000/,
        column: 'MB of memory in use',
        most: 300,
        unit: 'MB',
      },
    ],
  },
  {
    name: 'learning',
    title: 'A batch into an unknown quota, under a virtual clock',
    about:
      'The engine against rule books; time is divided by the least that is possible, of three seeds the worst. The same ' +
      'figures on any machine. Where every answer tells the limit, nothing needs to be refused; GitHub’s, Azure’s, Stripe’s and ' +
      'Gemini’s answers tell less or nothing.',
    budgets: [
      {
        what: 'one client, limits told: time of 1,000 calls',
        table: 'learning',
        rows: /^(anthropic|openai|ietf),.*? {2,}1 +1000 /,
        column: 'time',
        most: 1.02,
        unit: '×',
      },
      {
        what: 'one client, limits told: requests per call',
        table: 'learning',
        rows: /^(anthropic|openai|ietf),.*? {2,}1 /,
        column: 'requests per call',
        most: 1.02,
      },
      {
        what: 'eight clients, nothing shared: requests per call',
        table: 'learning',
        rows: /./,
        column: 'requests per call',
        most: 1.7,
      },
      { what: 'calls lost', table: 'learning', rows: /./, column: 'lost', most: 0 },
      { what: 'requests before their time', table: 'learning', rows: /./, column: 'early', most: 0 },
    ],
  },
  {
    name: 'clients',
    flags: [...ONCE, '--requests', '200', '--scenario', 'ietf,window'],
    title: 'A batch into an unknown quota, beside other clients',
    about:
      'Over real sockets and in real time; 200 requests to two servers that tell their limits. All of it, with other servers, ' +
      'several processes and longer batches, is `npm run bench clients`, which takes five minutes.',
    promises: true,
    budgets: [],
  },
  {
    name: 'redis',
    flags: ONCE,
    title: 'Eight processes with one quota',
    about:
      'Over a real Redis, in real time, beside what else there is for it. `npm run bench redis` plays more rounds.',
    budgets: ['even work', 'uneven work'].flatMap((table) => [
      {
        what: `${table}: time beside the least`,
        table,
        rows: /^holdoff {2,}/,
        column: 'time ÷ bound',
        most: 1.03,
        unit: '×',
      },
      { what: `${table}: requests per call`, table, rows: /^holdoff {2,}/, column: 'requests per call', most: 1.02 },
      { what: `${table}: round trips per call`, table, rows: /^holdoff {2,}/, column: 'round trips per call', most: 1 },
      { what: `${table}: calls lost`, table, rows: /^holdoff {2,}/, column: 'lost', most: 0 },
    ]),
  },
  {
    name: 'emulator',
    title: 'The emulator',
    about: 'Requests per second of its core, beside a server of `node:http` that always says the same.',
    budgets: [
      {
        what: 'emulator, requests per second',
        table: 'the emulator',
        rows: /^(ietf|anthropic),/,
        column: 'requests/s',
        least: 20_000,
      },
    ],
  },
  {
    name: 'gateway',
    title: 'The gateway',
    about: 'Requests per second of its core, beside the least that a proxy of `node:http` does.',
    budgets: [
      {
        what: 'gateway, requests per second',
        table: 'the gateway',
        rows: /^gateway, (GET|POST)/,
        column: 'requests/s',
        least: 5000,
      },
    ],
  },
  {
    name: 'page',
    title: 'The page',
    about:
      'An edit beside that of a trivial page in the same browser, and the script that comes before the first answer.',
    budgets: [
      {
        what: 'an edit, until script and layout are done, median',
        line: /^(?:schedule|plan)\b.*layout done.*?([\d.]+) median/,
        most: 8,
        unit: 'ms',
      },
      {
        what: 'an edit, until painted, 95 %',
        line: /^(?:schedule|plan)\b.*painted.*?([\d.]+) p95/,
        most: 50,
        unit: 'ms',
      },
      { what: 'script before the first answer', line: /^script before.*?([\d.]+) kB/, most: 60, unit: 'kB' },
    ],
  },
];
