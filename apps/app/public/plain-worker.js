// The server sends this as /sw.js when the setting OFFLINE_WEB_APP is off: it takes the place of the worker that keeps the app for offline
// use, deletes what that one kept, and answers no request. Push messages go on.
importScripts('/push.js')
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(forget()))

/**
 * A page on a busy device still asks the other worker for files until it has learned of this one, and that one stores again what it does not
 * find: its caches are deleted until none has come back for so many seconds. Push messages wait meanwhile, requests do not.
 */
const QUIET_S = 10
const LONGEST_S = 60

async function forget() {
  await self.clients.claim()
  for (let second = 0, quiet = 0; second < LONGEST_S && quiet < QUIET_S; second++) {
    quiet = (await removeAll()) ? 0 : quiet + 1
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

/** Whether there was anything. */
async function removeAll() {
  const names = await caches.keys()
  for (const name of names) await caches.delete(name)
  return names.length > 0
}
