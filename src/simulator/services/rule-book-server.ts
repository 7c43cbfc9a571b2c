import type { Rules } from '../../core/backoff/compile.js';
import { classify, type Outcome, Trait } from '../../core/engine/outcome.js';
import { decode } from '../../core/headers/decode.js';
import {
  type Admission,
  demandOf,
  Enforcer,
  NO_USAGE,
  type RuleBook,
  refusalAnswer,
  servedHeaders,
} from '../../core/rulebooks/index.js';
import type { Link } from '../link.js';
import type { Recorder } from '../recorder.js';
import type { Actor, Run } from '../run.js';
import { NO_HINT, type Service } from '../service.js';

export interface RuleBookServerOptions {
  readonly book: RuleBook;
  /** By which the clients judge an answer. */
  readonly rules: Rules;
  readonly serviceMs: () => number;
}

/** Virtual time begins here for what names an instant: a Thursday, on the stroke of a minute. */
const EPOCH_MS = Date.UTC(2026, 0, 1);
const DONE = 0;

/**
 * A provider by its rule book: it enforces its limits and writes the answers that it would write, headers and all, and
 * the clients read them with the decoder that people run.
 */
export class RuleBookServer implements Actor, Service {
  private readonly id: number;
  private readonly link: Link;
  private readonly recorder: Recorder;
  private readonly options: RuleBookServerOptions;
  private readonly enforcer: Enforcer;
  private readonly admitted = new Map<string, Admission>();
  private requests = 0;

  constructor(run: Run, link: Link, recorder: Recorder, options: RuleBookServerOptions) {
    this.id = run.register(this);
    this.link = link;
    this.recorder = recorder;
    this.options = options;
    this.enforcer = new Enforcer(options.book);
  }

  arrive(call: number, tag: number, run: Run): void {
    const { recorder } = this;
    recorder.arrived(run.now);
    const admission = this.enforcer.admit(demandOf(), Math.floor(run.now));
    if (admission.refused === null) {
      recorder.inFlightBy(1, run.now);
      this.admitted.set(`${call} ${tag}`, admission);
      run.schedule(run.now + this.options.serviceMs(), this.id, DONE, call, tag, run.now);
      return;
    }
    recorder.turnedAway(run.now);
    const standing = this.standing(admission, run);
    const { status, headers, body } = refusalAnswer(this.options.book, standing);
    this.reply(call, tag, status, headers, body, run);
  }

  handle(_event: number, call: number, tag: number, arrivedAt: number, run: Run): void {
    const { recorder, options } = this;
    const key = `${call} ${tag}`;
    const admission = this.admitted.get(key) as Admission;
    this.admitted.delete(key);
    this.enforcer.settle(admission, NO_USAGE, Math.floor(run.now));
    recorder.inFlightBy(-1, run.now);
    recorder.sojourn.add(run.now - arrivedAt);
    recorder.served(run.now, this.link.isWanted(call, tag));
    this.reply(call, tag, 200, servedHeaders(options.book, this.standing(admission, run)), null, run);
  }

  private standing(admission: Admission, run: Run) {
    const at = Math.floor(run.now);
    return this.enforcer.standing(admission, `req_${++this.requests}`, at, EPOCH_MS + at);
  }

  private reply(
    call: number,
    tag: number,
    status: number,
    headers: readonly (readonly [string, string])[],
    body: unknown,
    run: Run,
  ): void {
    const { rules, book } = this.options;
    const read = decode(
      { status, headers: headers as [string, string][], body },
      { nowMs: EPOCH_MS + run.now, dialect: book.dialect },
    );
    const outcome: Outcome = classify(rules, status, read.verdict, Trait.NONE);
    this.link.tell(call, tag, read.limits);
    this.link.reply(call, tag, outcome, read.hintMs ?? NO_HINT, run);
  }
}
