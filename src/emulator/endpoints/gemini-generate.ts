// Gemini's generateContent and streamGenerateContent, also as Vertex spells their paths.

import { type Call, type Endpoint, type Made, SSE, sse } from './endpoint.js';
import { boundsOf, charactersIn, partsOf, wordsOf } from './prompt.js';

const PATH = /\/models\/([^/:]+):(generateContent|streamGenerateContent)$/;

function usage({ inputTokens, cachedTokens }: Made, output: number) {
  const prompt = inputTokens + cachedTokens;
  return {
    promptTokenCount: prompt,
    ...(cachedTokens === 0 ? {} : { cachedContentTokenCount: cachedTokens }),
    candidatesTokenCount: output,
    totalTokenCount: prompt + output,
  };
}

function answer({ model }: Call, made: Made, text: string, output: number, isLast: boolean) {
  const finish = isLast ? { finishReason: made.isCut ? 'MAX_TOKENS' : 'STOP' } : {};
  return {
    candidates: [{ content: { role: 'model', parts: [{ text }] }, ...finish, index: 0 }],
    usageMetadata: usage(made, output),
    modelVersion: model,
    responseId: made.id,
  };
}

const isSse = (query: string): boolean => /(?:^|&)alt=sse(?:&|$)/.test(query);

export const geminiGenerate: Endpoint = {
  id: 'gemini-generate',
  path: '/v1beta/models/{model}:generateContent',
  matches: (path) => PATH.test(path),
  read: (path, query, body) => {
    const [, model = 'gemini', verb] = PATH.exec(path) ?? [];
    const config = body.generationConfig as { maxOutputTokens?: unknown } | null | undefined;
    return {
      model,
      characters: charactersIn(body, ['systemInstruction', 'contents', 'tools']),
      outputBounds: boundsOf(config?.maxOutputTokens),
      streamType: verb === 'generateContent' ? null : isSse(query) ? SSE : 'application/json',
      tellsUsage: true,
    };
  },
  answer: (call, made) => answer(call, made, wordsOf(made.outputTokens), made.outputTokens, true),
  events: (call, made) => {
    const parts = partsOf(made.outputTokens);
    let output = 0;
    return parts.map(({ text, tokens }, at) => {
      output += tokens;
      const isLast = at === parts.length - 1;
      const data = answer(call, made, text, output, isLast);
      if (call.streamType === SSE) return { text: sse(data), tokens };
      return { text: `${at === 0 ? '[' : ',\r\n'}${JSON.stringify(data)}${isLast ? ']' : ''}`, tokens };
    });
  },
  failure: ({ streamType }, events) => {
    const data = { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } };
    // A list is still a list when its last item is an error.
    return streamType === SSE ? sse(data) : `${events === 0 ? '[' : ',\r\n'}${JSON.stringify(data)}]`;
  },
};
