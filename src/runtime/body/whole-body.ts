/** Of a response whose body has come already: none of it can be late, so that its silence need not be watched. */
export interface WholeBody {
  readonly isWhole: true;
}

export function isWhole(response: object): boolean {
  return (response as Partial<WholeBody>).isWhole === true;
}
