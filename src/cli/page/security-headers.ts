// What the page may do, said to the browser twice: by the server, and in the page itself for other servers.

/**
 * The page may load its own files and nothing else, and can send nothing anywhere: no form, no frame, no inline script or
 * style. Images may also be made in the tab, for exports.
 */
export const PAGE_POLICY: readonly string[] = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
];

/** Sent with every file. That the page must not be framed can only be said here. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [...PAGE_POLICY, "frame-ancestors 'none'"].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** In place of them for `/?embed`, which is made to be framed by any page: it shows answers, and has nothing to press that matters. */
export const EMBED_HEADERS: Readonly<Record<string, string>> = {
  ...SECURITY_HEADERS,
  'content-security-policy': PAGE_POLICY.join('; '),
};
