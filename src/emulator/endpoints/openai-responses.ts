// OpenAI's responses.

import { type Call, type Endpoint, type Made, SSE, type StreamEvent, sse } from './endpoint.js';
import { boundsOf, charactersIn, partsOf, textOr, wordsOf } from './prompt.js';

const part = (text: string) => ({ type: 'output_text', text, annotations: [] });

function item({ id }: Made, status: string, content: readonly unknown[]) {
  return { id: `msg_${id}`, type: 'message', status, role: 'assistant', content };
}

function response({ model, outputBounds }: Call, made: Made, status: string, output: readonly unknown[]) {
  const input = made.inputTokens + made.cachedTokens;
  const isOver = status === 'completed' || status === 'incomplete';
  return {
    id: `resp_${made.id}`,
    object: 'response',
    created_at: Math.floor(made.atMs / 1000),
    status,
    error: null,
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    instructions: null,
    max_output_tokens: outputBounds[0] ?? null,
    model,
    output,
    parallel_tool_calls: true,
    previous_response_id: null,
    tool_choice: 'auto',
    tools: [],
    usage: isOver
      ? {
          input_tokens: input,
          input_tokens_details: { cached_tokens: made.cachedTokens },
          output_tokens: made.outputTokens,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: input + made.outputTokens,
        }
      : null,
    metadata: {},
  };
}

const endOf = ({ isCut }: Made): string => (isCut ? 'incomplete' : 'completed');

export const openaiResponses: Endpoint = {
  id: 'openai-responses',
  path: '/v1/responses',
  matches: (path) => path.endsWith('/responses'),
  read: (_path, _query, body) => ({
    model: textOr(body.model, 'gpt'),
    characters: charactersIn(body, ['instructions', 'input', 'tools']),
    outputBounds: boundsOf(body.max_output_tokens),
    streamType: body.stream === true ? SSE : null,
    tellsUsage: true,
  }),
  answer: (call, made) =>
    response(call, made, endOf(made), [item(made, endOf(made), [part(wordsOf(made.outputTokens))])]),
  events: (call, made) => {
    const events: StreamEvent[] = [];
    const add = (type: string, data: object, tokens = 0): void => {
      events.push({ text: sse({ type, sequence_number: events.length, ...data }, type), tokens });
    };
    const place = { item_id: `msg_${made.id}`, output_index: 0, content_index: 0 };
    const whole = wordsOf(made.outputTokens);
    const done = item(made, endOf(made), [part(whole)]);
    add('response.created', { response: response(call, made, 'in_progress', []) });
    add('response.in_progress', { response: response(call, made, 'in_progress', []) });
    add('response.output_item.added', { output_index: 0, item: item(made, 'in_progress', []) });
    add('response.content_part.added', { ...place, part: part('') });
    for (const { text, tokens } of partsOf(made.outputTokens)) {
      add('response.output_text.delta', { ...place, delta: text, logprobs: [] }, tokens);
    }
    add('response.output_text.done', { ...place, text: whole, logprobs: [] });
    add('response.content_part.done', { ...place, part: part(whole) });
    add('response.output_item.done', { output_index: 0, item: done });
    add(`response.${endOf(made)}`, { response: response(call, made, endOf(made), [done]) });
    return events;
  },
  failure: (_call, events) =>
    sse(
      {
        type: 'error',
        sequence_number: events,
        code: 'server_error',
        message: 'The server had an error.',
        param: null,
      },
      'error',
    ),
};
