// Links to the upstream in the head of an answer, made to lead to the gateway: whoever follows a redirect or turns a page
// would else leave it, and the shared quota with it.

const WITH_LINKS: ReadonlySet<string> = new Set(['location', 'content-location', 'link']);

/**
 * Changes, in a list of names and values in turn, the addresses that begin with `theirs` so that they begin with `ours`.
 * Both are a scheme, a host and perhaps a path, without a slash at the end.
 */
export function leadLinksHere(fields: string[], theirs: string, ours: string): void {
  for (let index = 0; index < fields.length; index += 2) {
    const name = fields[index] as string;
    const value = fields[index + 1] as string;
    if (value.length >= theirs.length && value.includes(theirs) && WITH_LINKS.has(name.toLowerCase()))
      fields[index + 1] = replaced(value, theirs, ours);
  }
}

function replaced(value: string, theirs: string, ours: string): string {
  const [first = '', ...rest] = value.split(theirs);
  let text = first;
  for (const part of rest) {
    // Only where an address begins, and where it does not go on as another host or another path.
    const isWhole = (text === '' || /[<\s]$/.test(text)) && /^(?:[/?#>\s]|$)/.test(part);
    text += (isWhole ? ours : theirs) + part;
  }
  return text;
}
