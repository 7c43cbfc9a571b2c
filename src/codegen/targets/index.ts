export { type ExampleRequest, NO_EXAMPLE, parseHeader } from './example-request.js';
export { type GeneratedCode, type GenerateOptions, generate, targetOf } from './generate.js';
export { TARGETS } from './registry.js';
export type { Target } from './target.js';
