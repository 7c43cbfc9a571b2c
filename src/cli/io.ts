/**
 * All that a run of the command touches outside itself. `main.ts` makes the real one from `process`; tests make their
 * own, so that they need no other process.
 */
export interface Io {
  readonly out: Output;
  readonly err: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  /** True when a person sits at standard input, so that waiting for it would hang. */
  readonly stdinIsTerminal: boolean;
  /** The bytes of a file, or of standard input for `-`. Errors are those of Node's file system. */
  open(path: string): AsyncIterable<Uint8Array>;
  /** Writes a file, in place of what was there; one that is to be run is made so. Errors are those of Node's file system. */
  save(path: string, text: string, isExecutable: boolean): Promise<void>;
  /** The wall clock, in epoch ms. */
  now(): number;
  /** The version of the package. */
  version(): string;
  /** Has a listener called at Ctrl-C in place of an end; the function that is returned undoes it. */
  onInterrupt?(listener: () => void): () => void;
  /** The same at SIGTERM, by which service managers ask a server to end: that is no interruption. */
  onTerminate?(listener: () => void): () => void;
}

export interface Output {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** Width of the terminal, where there is one. */
  readonly columns: number | undefined;
}
