/** Whether this is the page within another one: `?embed` before the hash. It then shows an answer and its pictures only. */
export const isEmbedded = new URLSearchParams(location.search).has('embed');
