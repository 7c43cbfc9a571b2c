/** holdoff/emulator: rate-limited providers for tests, as a fetch or on a port. Most people want {@link createEmulator}. */
export { ListenError } from '../core/listen-error.js';
export { type CustomRules, customRuleBook, RULE_BOOKS, type RuleBook, ruleBookOf } from '../core/rulebooks/index.js';
export type { EmulatorClock } from './clock.js';
export { createEmulator, type Emulator } from './emulator.js';
export type { Seen, SeenCounts, SeenOutcome, SeenRequest } from './log.js';
export type {
  Acceleration,
  ConditionSwitch,
  EmulatorOptions,
  EmulatorScript,
  ExactAnswer,
  Fault,
  FaultAction,
  Hints,
  Penalty,
  Span,
  When,
} from './options.js';
export { readScript } from './read-options.js';
export type { Delivery, Piece, Reply } from './reply.js';
export type { EmulatedRequest } from './request.js';
export { type EmulatorServer, type ListenOptions, listen } from './server.js';
