/* Keeps hashed files (they never change) and the page that says why nothing works without a network. */
const KEPT = 'puur-3'; // another number whenever the offline page changes
const OFFLINE = ['/offline.html', '/offline.js', '/offline.css', '/icon.svg'];

addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(OFFLINE)).then(() => skipWaiting()));
});
addEventListener('activate', (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => clients.claim()));
});

async function asset(request) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    const all = (await cache.keys()).filter((one) => new URL(one.url).pathname.startsWith('/assets/'));
    await Promise.all(all.slice(0, Math.max(0, all.length - 150)).map((one) => cache.delete(one)));
    await cache.put(request, answer.clone());
  }
  return answer;
}

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return;
  if (pathname.startsWith('/assets/')) event.respondWith(asset(request));
  else if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => caches.match('/offline.html')));
  else if (OFFLINE.includes(pathname)) event.respondWith(fetch(request).catch(() => caches.match(request)));
});
