/** An instant for people, in UTC and as precise as it is: `2026-11-30T07:28:00Z`, `2026-11-30T07:28:00.250Z`. Epoch ms. */
export function formatInstant(at: number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z');
}
