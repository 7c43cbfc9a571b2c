/** In pixels, until the page has told its height, and for good where nobody listens. */
const HEIGHT = 640;

/** A frame for another page, with the answer and the pictures of what an address shows. */
export function embedCode(address: Pick<Location, 'href' | 'hash'>, title: string): string {
  const source = new URL(address.href);
  source.search = '?embed';
  return `<iframe src="${escaped(source.href)}" title="${escaped(title)}" width="100%" height="${HEIGHT}" loading="lazy" style="border: 0"></iframe>`;
}

/** Whether an address leads to something else, or to nothing, on another computer. */
export function isOnlyHere({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>): boolean {
  return protocol === 'file:' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
