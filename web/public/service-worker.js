// Keeps the page's own files, so that it opens without a network. The build puts in which files there are, and a version
// that changes with any of them.

const CACHE = `holdoff-${'VERSION'}`;
const FILES = ['FILES'];

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOlder().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith(request.mode === 'navigate' ? newestPage(request) : keptFile(request));
});

/** The page itself from the network while there is one, so that nobody is stuck with an old version. */
async function newestPage(request) {
  try {
    return await fetch(request);
  } catch {
    return (await kept('./')) ?? Response.error();
  }
}

/** All other files from what is kept: their names change with their content. */
async function keptFile(request) {
  return (await kept(request)) ?? fetch(request);
}

async function kept(request) {
  const cache = await caches.open(CACHE);
  return cache.match(request, { ignoreSearch: true });
}

/** Of other versions of this page only: an origin may hold more than one program. */
async function dropOlder() {
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith('holdoff-') && name !== CACHE);
  await Promise.all(older.map((name) => caches.delete(name)));
}
