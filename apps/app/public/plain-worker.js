// The server sends this as /sw.js when the setting OFFLINE_WEB_APP is off: it takes the place of the worker that keeps the app for offline
// use, deletes what that one kept, and answers no request. Push messages go on.
importScripts('/push.js')
// Chromium lets it take over at once, or, when the other worker is asked for a file in just that moment, half a minute after the last file.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim().then(removeAll))
  // Not part of the activation, for which navigations wait. A worker without events lives for about half a minute.
  void removeUntilQuiet()
})

/**
 * A page on a busy device asks the other worker for files until it has learned of this one, and that one stores again what it does not find:
 * its caches are deleted until none has come back for so many seconds.
 */
const QUIET_S = 10
const LONGEST_S = 25

async function removeUntilQuiet() {
  for (let second = 0, quiet = 0; second < LONGEST_S && quiet < QUIET_S; second++) {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    quiet = (await removeAll()) ? 0 : quiet + 1
  }
}

/** Whether there was anything. */
async function removeAll() {
  const names = await caches.keys()
  for (const name of names) await caches.delete(name)
  return names.length > 0
}
