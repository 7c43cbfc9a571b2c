/** Style sheets are for the bundler. */
declare module '*.css';

/** What Vite puts in the place of `import.meta.env`. */
interface ImportMeta {
  readonly env: { readonly PROD: boolean; readonly HOLDOFF_VERSION?: string };
}
