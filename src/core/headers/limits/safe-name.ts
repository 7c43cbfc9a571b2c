/** A name that a server gave, fit to be printed: at most 100 characters, and `?` for everything but printable ASCII. */
export function safeName(name: string): string {
  return name.slice(0, 100).replace(/[^ -~]/g, '?');
}

/** A name that a server gave, as a limit in a plan may be called: letters, digits, _, . and -, a letter first. */
export function planName(name: string): string {
  const text = name.replace(/[^A-Za-z0-9_.-]+/g, '-');
  return (/^[A-Za-z]/.test(text) ? text : `limit-${text}`).slice(0, 60);
}
