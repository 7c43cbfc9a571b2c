/**
 * What came is no HTTP. The codes begin as those of Node's parser do, by which the client knows that it was the network's
 * fault.
 */
export function wireError(code: `HPE_${string}`, what: string): Error {
  return Object.assign(new Error(`what the upstream sent ${what}`), { code });
}
