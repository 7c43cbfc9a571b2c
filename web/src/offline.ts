/** Has the page's own files kept by the browser, so that it opens without a network after the first visit. */
export function keepForOffline(): void {
  // Not in development, where files change under the same name; and there is nothing to keep of one file from disk.
  if (!import.meta.env.PROD || import.meta.env.HOLDOFF_IS_ONE_FILE || navigator.serviceWorker === undefined) return;
  navigator.serviceWorker.register('./service-worker.js').catch(() => {
    // Forbidden here, as in a private window: the page works as long as there is a network.
  });
}
