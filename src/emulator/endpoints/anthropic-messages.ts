// Claude's messages.

import { type Call, type Endpoint, type Made, SSE, sse } from './endpoint.js';
import { boundsOf, charactersIn, partsOf, textOr, wordsOf } from './prompt.js';

function usage({ inputTokens, cachedTokens }: Made, outputTokens: number) {
  return {
    input_tokens: inputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cachedTokens,
    output_tokens: outputTokens,
  };
}

function message({ model }: Call, made: Made, content: readonly unknown[], stop: string | null, output: number) {
  return {
    id: `msg_${made.id}`,
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: stop,
    stop_sequence: null,
    usage: usage(made, output),
  };
}

const stopOf = ({ isCut }: Made): string => (isCut ? 'max_tokens' : 'end_turn');
const event = (data: { readonly type: string } & Record<string, unknown>, tokens = 0) => ({
  text: sse(data, data.type),
  tokens,
});

export const anthropicMessages: Endpoint = {
  id: 'anthropic-messages',
  path: '/v1/messages',
  matches: (path) => path.endsWith('/v1/messages'),
  read: (_path, _query, body) => ({
    model: textOr(body.model, 'claude'),
    characters: charactersIn(body, ['system', 'messages', 'tools']),
    outputBounds: boundsOf(body.max_tokens),
    streamType: body.stream === true ? SSE : null,
    tellsUsage: true,
  }),
  answer: (call, made) => {
    const content = [{ type: 'text', text: wordsOf(made.outputTokens) }];
    return message(call, made, content, stopOf(made), made.outputTokens);
  },
  events: (call, made) => [
    event({ type: 'message_start', message: message(call, made, [], null, 1) }),
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    event({ type: 'ping' }),
    ...partsOf(made.outputTokens).map(({ text, tokens }) =>
      event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }, tokens),
    ),
    event({ type: 'content_block_stop', index: 0 }),
    event({
      type: 'message_delta',
      delta: { stop_reason: stopOf(made), stop_sequence: null },
      usage: { output_tokens: made.outputTokens },
    }),
    event({ type: 'message_stop' }),
  ],
  failure: () => sse({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'error'),
};
