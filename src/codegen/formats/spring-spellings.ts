/** Spring binds kebab-case and camelCase alike. */
export function springSpellings(name: string): string[] {
  return [name, name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)];
}
