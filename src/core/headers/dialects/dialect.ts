// What a dialect is: one sender's habits in rate-limit headers and bodies, as data. See README.md in this folder.

import type { BodyPath } from '../body/body-path.js';
import type { BodyWait } from '../body/body-waits.js';
import type { Encoding } from '../encodings/encoding.js';
import type { LimitReading } from '../limits/limit-reading.js';
import type { ResponseView } from '../response/response-view.js';

/** How well the rows are known: seen in a captured response, read in the sender's documentation, put together, or heard. */
export type Evidence = 'captured' | 'documented' | 'composed' | 'claimed';

export interface Dialect {
  /** Lower case with hyphens; what `--provider` takes. */
  readonly id: string;
  /** The name for people. */
  readonly title: string;
  readonly evidence: Evidence;
  /** The document, repository or issue that the rows were read in. */
  readonly source: string;
  /** Other names that mean it; one that ends in `*` stands for all that begin so. */
  readonly aliases?: readonly string[];
  /** What tells this sender from others, in fields or bodies. */
  readonly marks: readonly Mark[];
  /** Fields that the functions of this dialect read and no row names. Only needed for names without `limit` or `retry`. */
  readonly fields?: readonly string[];
  readonly limits?: readonly LimitRow[];
  /** For limits that are not told in one field per figure. Its readings come before those of `limits`. */
  readonly readLimits?: (view: ResponseView) => readonly LimitReading[];
  /** Further places in the body that name a wait; read before the common ones. */
  readonly bodyWaits?: readonly BodyWait[];
  /** What a response means beyond its status. The first that fits counts, so terminal ones come first. */
  readonly signals?: readonly Signal[];
  /** Which limit refused, where the response says so. The first that fits counts. */
  readonly refusedBy?: readonly Naming[];
  /** −1 in a remaining amount stands for unknown, whatever the limit says. */
  readonly minusOneIsUnknown?: boolean;
  /** Who shares a quota. */
  readonly bucket?: Bucket;
  /** Endpoints where a repeat costs money but not correctness, such as the generation of text. */
  readonly repeatable?: readonly Endpoint[];
  /** What a request takes of the limits that are not counted in requests. */
  readonly costs?: readonly Cost[];
  /** The request field that makes a repeat safe, where the sender honours one. */
  readonly idempotencyField?: string;
}

export interface FieldTest {
  /** In lower case. A name that ends in `*` stands for all that begin so; only marks may use it. */
  readonly name: string;
  /** The value is one of these, in any letter case. */
  readonly is?: readonly string[];
  /** The value contains this, in any letter case. */
  readonly has?: string;
}

export interface BodyTest {
  readonly at: BodyPath;
  /** The value is one of these. Without `is` and `has` it is enough that there is one. */
  readonly is?: readonly (string | number | boolean)[];
  /** The value is a text that contains this, in any letter case. */
  readonly has?: string;
}

/**
 * How much a mark says. `own`: nobody else sends it. `format`: the form itself is certain, whoever sends it. `shared`:
 * theirs, but others copied it. `hint`: common, and only a tie-breaker beside others. The best sum wins; of equals the
 * dialect that stands first in the list.
 */
export type MarkWeight = 'own' | 'format' | 'shared' | 'hint';

export type Mark = { readonly weight: MarkWeight } & ({ readonly field: FieldTest } | { readonly body: BodyTest });

/** All of the parts that are given must hold. */
export interface Condition {
  readonly status?: readonly number[];
  readonly field?: FieldTest;
  readonly body?: BodyTest;
  /** The message for people contains one of these; in lower case. */
  readonly text?: readonly string[];
  /** Some limit has nothing left. */
  readonly exhausted?: boolean;
}

export interface Signal {
  /** One condition, or several of which any is enough. */
  readonly when: Condition | readonly Condition[];
  /** `retry` becomes `backoff` where no usable time is given. */
  readonly verdict: 'ok' | 'retry' | 'never' | 'rejected';
  /** A clause for the reason, such as "the monthly spend limit is reached". */
  readonly meaning: string;
  /** The server is overloaded, which is not the caller's quota. */
  readonly overload?: boolean;
  /** Whether the request was processed is not known to the server itself. */
  readonly maybeDone?: true;
  readonly scope?: 'account';
  readonly refusedBy?: string;
  /** The documented wait for when the response names none, in ms. Only read with `retry`. */
  readonly defaultWaitMs?: number;
  /**
   * Where a terminal answer says when it ends: in the message, or at a documented time of the day. Without it no hint is
   * given beside `never`, since whatever delay is there is pointless.
   */
  readonly until?: 'message' | Encoding;
}

/** A fixed name under a condition, or the value of a field or in the body as it stands. */
export type Naming =
  | { readonly when: Condition; readonly name: string }
  | { readonly field: string }
  | { readonly body: BodyPath };

export interface ResetRow {
  readonly field: string;
  readonly encoding: Encoding;
  /** Where this field means something else than the row's `means`. */
  readonly means?: 'next' | 'full' | 'window';
}

export interface WindowField {
  readonly field: string;
  readonly encoding: Encoding;
}

/** What a function that works out the window may look at. */
export interface WindowClues {
  readonly view: ResponseView;
  readonly limit: number | null;
  readonly remaining: number | null;
  /** Null when there is none that can be read. */
  readonly resetMs: number | null;
  /** The reset as written, or ''. */
  readonly resetText: string;
}

export interface InferredWindow {
  readonly windowMs: number | null;
  /** Where the window gives the limit another name. */
  readonly name?: string;
  /** Whether it was worked out rather than documented. */
  readonly isInferred?: boolean;
  /** Whether it may as well be another: a guess, however sure the dialect is. */
  readonly isDoubtful?: boolean;
}

/** One limit that is told in a field per figure. Of several fields for a figure the first that is there counts. */
export interface LimitRow {
  readonly name: string;
  /** A field whose value, when it is there, is the name instead. */
  readonly nameField?: string;
  readonly limit?: readonly string[];
  readonly remaining?: readonly string[];
  /** Read where `remaining` is not told: remaining = limit − used. */
  readonly used?: readonly string[];
  readonly resets?: readonly ResetRow[];
  readonly means: 'next' | 'full' | 'window';
  /** Milliseconds where documented, a field that states it, or a function; null when nothing is known. */
  readonly window: number | null | WindowField | ((clues: WindowClues) => InferredWindow);
  readonly algorithm: 'bucket' | 'window' | 'unknown';
  /** What `remaining` is rounded to; 1 unless given. */
  readonly step?: number;
  /** What is counted when that is neither requests nor something that a plan knows; a plan leaves such limits out. */
  readonly unit?: string;
  /** Others of this dialect that say the same more precisely: a plan leaves this one out when any of them is there. */
  readonly repeats?: readonly string[];
}

export interface Bucket {
  /** Whose calls are counted together. */
  readonly account: 'organisation' | 'project' | 'workspace' | 'user' | 'key' | 'app' | 'ip' | 'shop' | 'subscription';
  /** What within the account has a quota of its own; `account` when everything is counted together. */
  readonly by: 'account' | 'model' | 'deployment' | 'resource' | 'route' | 'method' | 'endpoint' | 'partition';
  /** The field of the response that names it, where one does. */
  readonly field?: string;
}

export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** The path of the URL; `*` stands for one segment. A path that ends with these segments fits. */
  readonly path: string;
}

export interface Cost {
  /** The name of a limit. */
  readonly limit: string;
  /**
   * What is taken when the request starts. `nothing`: only what is used is counted, as it is used. `estimate`: of the
   * input. `maximum`: the input and all of the output that the request allows. `larger`: the larger of the two.
   */
  readonly taken: 'nothing' | 'estimate' | 'maximum' | 'larger';
  /** Where the request states the largest output. */
  readonly maximumAt?: readonly BodyPath[];
  /** Where the response states what was used; the values are added up. */
  readonly usageAt: readonly BodyPath[];
  /** The same in the events of a stream, by the event's `type`; '' for events that have none. */
  readonly streamUsageAt?: readonly { readonly event: string; readonly at: BodyPath }[];
}
