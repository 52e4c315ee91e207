// The service worker. It caches only the app's own files. Pages always come from the service; their empty shell is shown only if the
// service cannot be reached. A new version waits until all pages of the old version are closed, so that none of them misses a chunk. The
// build prepends `version` and `files` (write-service-worker.ts).
/* global version, files */

const cacheName = `app-${version}`;
const shell = '/__shell.html';
const notAPage = /^\/(api|dev|sandbox)(\/|$)/;

self.addEventListener('install', (event) => event.waitUntil(storeFiles()));
self.addEventListener('activate', (event) => event.waitUntil(removeEarlierVersions()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== 'GET') return;
  if (request.mode !== 'navigate') {
    if (files.includes(pathname)) event.respondWith(findFile(pathname, request));
  } else if (!notAPage.test(pathname)) {
    event.respondWith(fetch(request).catch(() => findFile(shell, request)));
  }
});

/** Sequentially, so that the page's own requests come first. An interrupted installation is continued. */
async function storeFiles() {
  const cache = await caches.open(cacheName);
  for (const path of files) {
    if (await cache.match(path)) continue;
    // A file under /assets/ gets a new name when its content changes, so a file with the same name is identical.
    const isHashed = path.startsWith('/assets/');
    const earlier = isHashed ? await caches.match(path) : undefined;
    await cache.put(path, earlier ?? (await load(path, isHashed ? 'default' : 'reload')));
  }
}

async function load(path, cacheMode) {
  const response = await fetch(path, { cache: cacheMode });
  if (!response.ok || response.redirected) throw new Error(`${path} could not be loaded: ${response.status}`);
  return response;
}

async function removeEarlierVersions() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
}

async function findFile(path, request) {
  const cache = await caches.open(cacheName);
  return (await cache.match(path)) ?? fetch(request);
}
