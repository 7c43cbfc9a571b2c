/** A name that a server gave, fit to be printed: at most 100 characters, and `?` for everything but printable ASCII. */
export function safeName(name: string): string {
  return name.slice(0, 100).replace(/[^ -~]/g, '?');
}
