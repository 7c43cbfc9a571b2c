import type { Dialect } from './dialect.js';

/**
 * Whether a repeat of this call costs money but not correctness, as the dialect knows it. `path` is that of the URL,
 * without its query. The end of the path is compared, so that a gateway's prefix does not matter.
 */
export function isRepeatable({ repeatable = [] }: Dialect, method: string, path: string): boolean {
  const verb = method.toUpperCase();
  const segments = path.split('/').filter(Boolean);
  return repeatable.some((endpoint) => endpoint.method === verb && endsWith(segments, endpoint.path));
}

function endsWith(segments: readonly string[], pattern: string): boolean {
  const wanted = pattern.split('/').filter(Boolean);
  const start = segments.length - wanted.length;
  return start >= 0 && wanted.every((segment, index) => segment === '*' || segment === segments[start + index]);
}
