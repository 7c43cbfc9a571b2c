// The clients that are compared. Each is set up as its own README shows, for a quota that it is not told, and then made
// generous, so that none loses by what we chose:
//   - as many retries as anybody could need, and no computed wait above 8 s, where a client would let it grow without end;
//   - clients without a queue of their own get one: ten calls at once, by p-limit;
//   - requests are GET, which all of them retry without being asked; the OpenAI SDK posts, and retries that;
//   - what can read a header by a hook is given the hook, reading Retry-After as its users would write it.
// Two are told the quota, which is what they are made for, and one is the OpenAI SDK as it comes.

const RETRIES = 1000;
const LONGEST_BACKOFF_MS = 8000;
const AT_ONCE = 10;

/**
 * `start` resolves to a function that makes one call and rejects when the client gives up on it. It is called once for
 * each process, with the address to call and the quota, which only those use that are told it.
 */
export const contestants = {
  holdoff: {
    name: 'holdoff',
    about: 'createFetch(), without a setting; all calls at once',
    async start({ url }) {
      const { createFetch } = await import('../../dist/runtime/index.js');
      const fetch = createFetch();
      return async () => served(await fetch(url));
    },
  },
  naive: {
    name: 'naive loop',
    about: 'all calls at once; each tries again after a second until it is served',
    async start({ url }) {
      return async () => {
        for (;;) {
          const response = await fetch(url);
          await response.text();
          if (response.ok) return;
          await sleep(1000);
        }
      };
    },
  },
  'p-retry': {
    name: 'p-retry + p-limit',
    about: 'its default backoff',
    async start({ url }) {
      const { default: pRetry } = await import('p-retry');
      const limit = await limited();
      const options = { retries: RETRIES, maxTimeout: LONGEST_BACKOFF_MS };
      return () => limit(() => pRetry(async () => served(await fetch(url)), options));
    },
  },
  'p-queue': {
    name: 'p-queue',
    about: 'paused for as long as a refusal says, or a second; the refused call joins the queue again',
    async start({ url }) {
      const { default: PQueue } = await import('p-queue');
      const queue = new PQueue({ concurrency: AT_ONCE });
      return requeued(queue, () => fetch(url));
    },
  },
  'p-queue-told': {
    name: 'p-queue, told the quota',
    about: 'interval and intervalCap, and the same pause',
    async start({ url, quota }) {
      const { default: PQueue } = await import('p-queue');
      const queue = new PQueue({ concurrency: AT_ONCE, interval: 1000, intervalCap: quota.perSecond });
      return requeued(queue, () => fetch(url));
    },
  },
  bottleneck: {
    name: 'bottleneck',
    about: 'maxConcurrent, and the wait that a refusal names, or a second',
    async start({ url }) {
      const { default: Bottleneck } = await import('bottleneck');
      return bottleneckCall(new Bottleneck({ maxConcurrent: AT_ONCE }), url);
    },
  },
  'bottleneck-told': {
    name: 'bottleneck, told the quota',
    about: 'a reservoir that refills as the quota does, and the same',
    async start({ url, quota }) {
      const { default: Bottleneck } = await import('bottleneck');
      const reservoir = {
        reservoir: quota.burst,
        reservoirIncreaseInterval: 250,
        reservoirIncreaseAmount: quota.perSecond / 4,
        reservoirIncreaseMaximum: quota.burst,
      };
      return bottleneckCall(new Bottleneck({ maxConcurrent: AT_ONCE, ...reservoir }), url);
    },
  },
  cockatiel: {
    name: 'cockatiel',
    about: 'retry with its ExponentialBackoff, around a bulkhead',
    async start({ url }) {
      const { bulkhead, ExponentialBackoff, handleAll, retry, wrap } = await import('cockatiel');
      const backoff = new ExponentialBackoff({ maxDelay: LONGEST_BACKOFF_MS });
      const policy = wrap(
        retry(handleAll, { maxAttempts: RETRIES, backoff }),
        bulkhead(AT_ONCE, Number.MAX_SAFE_INTEGER),
      );
      return () => policy.execute(async () => served(await fetch(url)));
    },
  },
  got: {
    name: 'got',
    about: 'its default retries',
    async start({ url }) {
      const { got } = await import('got');
      const limit = await limited();
      const retry = { limit: RETRIES, backoffLimit: LONGEST_BACKOFF_MS };
      return () => limit(() => got(url, { retry }).json());
    },
  },
  ky: {
    name: 'ky',
    about: 'its default retries; no time-out for the sum of them',
    async start({ url }) {
      const { default: ky } = await import('ky');
      const limit = await limited();
      const retry = { limit: RETRIES, backoffLimit: LONGEST_BACKOFF_MS };
      return () => limit(() => ky(url, { retry, timeout: false }).json());
    },
  },
  'axios-retry': {
    name: 'axios-retry',
    about: 'exponentialDelay, which reads Retry-After',
    async start({ url }) {
      const { default: axios } = await import('axios');
      const { default: axiosRetry } = await import('axios-retry');
      const limit = await limited();
      const client = axios.create();
      axiosRetry(client, {
        retries: RETRIES,
        // Its own maximum is none: 2^20 × 100 ms would be a day.
        retryDelay: (count, error) => axiosRetry.exponentialDelay(Math.min(count, 6), error),
      });
      return () => limit(() => client.get(url));
    },
  },
  undici: {
    name: 'undici RetryAgent',
    about: 'its default retries',
    async start({ url }) {
      const { Agent, RetryAgent, request } = await import('undici');
      const limit = await limited();
      const dispatcher = new RetryAgent(new Agent(), { maxRetries: RETRIES, maxTimeout: LONGEST_BACKOFF_MS });
      return () =>
        limit(async () => {
          const { statusCode, body } = await request(url, { dispatcher });
          await body.text();
          if (statusCode >= 400) throw new Error(`status ${statusCode}`);
        });
    },
  },
  'openai-default': {
    name: 'OpenAI SDK as it comes',
    about: 'two retries',
    start: ({ url }) => openaiCall(url, {}),
  },
  openai: {
    name: 'OpenAI SDK',
    about: 'maxRetries without end',
    start: ({ url }) => openaiCall(url, { maxRetries: RETRIES }),
  },
};

async function openaiCall(url, options) {
  const { default: OpenAI } = await import('openai');
  const limit = await limited();
  const client = new OpenAI({ apiKey: 'sk-bench', baseURL: url, ...options });
  const body = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hello' }] };
  return () => limit(() => client.chat.completions.create(body));
}

function bottleneckCall(limiter, url) {
  limiter.on('failed', (error) => error.retryAfterMs);
  return () => limiter.schedule(async () => served(await fetch(url)));
}

/** What the maintainers of queues advise: hold the queue for as long as the server says, and line up again. */
function requeued(queue, send) {
  let openAt = 0;
  const attempt = async () => {
    try {
      await served(await send());
      return true;
    } catch (refusal) {
      queue.pause();
      openAt = Math.max(openAt, performance.now() + refusal.retryAfterMs);
      return false;
    }
  };
  return async () => {
    while (!(await queue.add(attempt))) {
      while (performance.now() < openAt) await sleep(openAt - performance.now());
      queue.start();
    }
  };
}

async function limited() {
  const { default: pLimit } = await import('p-limit');
  return pLimit(AT_ONCE);
}

/** Reads the body; rejects for a status that is not good, with the wait that was asked for, or a second. */
async function served(response) {
  await response.text();
  if (response.ok) return;
  const seconds = Number(response.headers.get('retry-after') ?? 'none');
  throw Object.assign(new Error(`status ${response.status}`), { retryAfterMs: seconds > 0 ? seconds * 1000 : 1000 });
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
