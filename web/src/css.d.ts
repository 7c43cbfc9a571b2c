/** Style sheets are for the bundler. */
declare module '*.css';

/** What Vite puts in the place of `import.meta.env`. */
interface ImportMeta {
  readonly env: {
    readonly PROD: boolean;
    readonly HOLDOFF_VERSION?: string;
    /** Whether this is built as one file that opens from disk. */
    readonly HOLDOFF_IS_ONE_FILE?: boolean;
  };
}
