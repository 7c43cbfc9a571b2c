/** How a target's code is run here. Each target has one in its fixtures. */
export interface Runner {
  /** How far a wait may be from the exact one, where the language has not the fractions of a millisecond that others have. */
  readonly roundsMs?: number;
  /** No request to an address without a scheme comes up: the client completes it, or none can be made of it. */
  readonly hasCompleteAddresses?: true;
  /** What this machine lacks, as one would ask for it; null when all is there. */
  missing(): string | null;
  /**
   * Lays the programs out in a folder made for them, compiles what must be compiled, and returns the command that starts
   * the driver. The folder is kept while the programs stay the same, so that nothing is compiled twice.
   */
  prepare(programs: readonly NamedProgram[], folder: string): readonly string[] | Promise<readonly string[]>;
  /**
   * Likewise a program that prints the value of each literal as UTF-8 in hexadecimal digits, one to a line. The same
   * literals stand in it as comments.
   */
  prepareEcho(literals: readonly string[], folder: string): readonly string[];
}

export interface NamedProgram {
  readonly name: string;
  readonly code: string;
  /** Its usage lines as code, to be compiled along where there is a compiler. */
  readonly usage: string;
}
