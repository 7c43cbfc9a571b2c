/** holdoff/codegen: a policy as code for your language. Unstable: names may change until it is complete. */

export * from './formats/index.js';
export * from './targets/index.js';
