/** Something a link said that could not be used. Told once, and never in the way. */
export interface Notice {
  readonly id: string;
  readonly text: string;
}
