// The server sends this as /sw.js when the setting OFFLINE_WEB_APP is off: it takes the place of the worker that keeps the app for offline
// use, deletes what that one kept, and answers no request. Push messages go on.
importScripts('/push.js')
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(forget()))

/** Meanwhile the other worker ends the responses that it had begun, which opens its cache again. */
const ENDING_MS = 2_000

async function forget() {
  await self.clients.claim()
  await removeAll()
  await new Promise((resolve) => setTimeout(resolve, ENDING_MS))
  await removeAll()
}

async function removeAll() {
  for (const name of await caches.keys()) await caches.delete(name)
}
