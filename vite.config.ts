import { defineConfig, type Plugin } from 'vite';

/** The page: `vite` serves it for development, `vite build` writes it to dist/web. */
export default defineConfig({
  root: 'web',
  // Relative, so that the page works from any folder of any host.
  base: './',
  plugins: [contentSecurityPolicy()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    // Nothing as data: in the source, so that the policy below can refuse it.
    assetsInlineLimit: 0,
  },
  worker: { format: 'es' },
});

/**
 * The page may load its own files and nothing else, and can send nothing anywhere. Only in the built page: the
 * development server injects inline styles.
 */
function contentSecurityPolicy(): Plugin {
  const rules = [
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
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: rules.join('; ') },
        injectTo: 'head-prepend',
      },
    ],
  };
}
