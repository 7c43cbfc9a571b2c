/** Settings of a scenario as one text, as a link has them: `clients=200;spread=1s`. */
export function writeSettings(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([key, text]) => `${key}=${text.replaceAll(';', ',')}`)
    .join(';');
}

/** Reads them again. What has no `=` is a key without a value, which is then told as such. */
export function readSettings(text: string): Record<string, string> {
  const parts = text.split(';').filter((part) => part.trim() !== '');
  return Object.fromEntries(
    parts.map((part) => {
      const at = part.indexOf('=');
      return at === -1 ? [part.trim(), ''] : [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    }),
  );
}
