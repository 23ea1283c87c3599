// The server sends this as /sw.js when the setting OFFLINE_WEB_APP is off: it takes the place of the worker that keeps the app for offline
// use, deletes what that one kept, and answers no request. Push messages go on.
importScripts('/push.js')
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(forget()))

async function forget() {
  for (const name of await caches.keys()) await caches.delete(name)
}
