/** Puts plain text on the clipboard. Rejects where that is forbidden or not possible. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard === undefined) throw new Error('this browser gives pages no clipboard here');
  await navigator.clipboard.writeText(text);
}
