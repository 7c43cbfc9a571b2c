// OpenAI's chat completions, and Azure's, whose path names a deployment.

import { type Call, type Endpoint, type Made, SSE, type StreamEvent, sse } from './endpoint.js';
import { boundsOf, charactersIn, partsOf, textOr, wordsOf } from './prompt.js';

function usage({ inputTokens, cachedTokens, outputTokens }: Made) {
  const prompt = inputTokens + cachedTokens;
  return {
    prompt_tokens: prompt,
    completion_tokens: outputTokens,
    total_tokens: prompt + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
  };
}

const finishOf = ({ isCut }: Made): string => (isCut ? 'length' : 'stop');

function head({ model }: Call, { id, atMs }: Made, object: string) {
  return { id: `chatcmpl-${id}`, object, created: Math.floor(atMs / 1000), model };
}

function usageChunk(call: Call, made: Made): StreamEvent {
  return {
    text: sse({ ...head(call, made, 'chat.completion.chunk'), choices: [], usage: usage(made) }),
    tokens: 0,
  };
}

export const openaiChat: Endpoint = {
  id: 'openai-chat',
  path: '/v1/chat/completions',
  matches: (path) => path.endsWith('/chat/completions'),
  read: (path, _query, body) => ({
    model: textOr(body.model, /\/deployments\/([^/]+)\//.exec(path)?.[1] ?? 'gpt'),
    characters: charactersIn(body, ['messages', 'tools']),
    outputBounds: boundsOf(body.max_tokens, body.max_completion_tokens),
    streamType: body.stream === true ? SSE : null,
    tellsUsage: (body.stream_options as { include_usage?: unknown } | null | undefined)?.include_usage === true,
  }),
  answer: (call, made) => ({
    ...head(call, made, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: wordsOf(made.outputTokens), refusal: null },
        logprobs: null,
        finish_reason: finishOf(made),
      },
    ],
    usage: usage(made),
  }),
  events: (call, made) => {
    const chunk = (delta: object, finish: string | null, tokens = 0) => ({
      text: sse({
        ...head(call, made, 'chat.completion.chunk'),
        choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      }),
      tokens,
    });
    return [
      chunk({ role: 'assistant', content: '' }, null),
      ...partsOf(made.outputTokens).map(({ text, tokens }) => chunk({ content: text }, null, tokens)),
      chunk({}, finishOf(made)),
      ...(call.tellsUsage ? [usageChunk(call, made)] : []),
      { text: sse('[DONE]'), tokens: 0 },
    ];
  },
  failure: () => sse({ error: { message: 'The server had an error.', type: 'server_error', param: null, code: null } }),
};
