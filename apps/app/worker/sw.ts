import { cleanupOutdatedCaches, createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { OF_SERVER } from './of-server.ts'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (string | PrecacheEntry)[] }

/** Static routing, which not every browser has. */
interface InstallEvent extends ExtendableEvent {
  addRoutes?(rule: {
    readonly condition: { readonly urlPattern: { readonly pathname: string } }
    readonly source: 'network'
  }): Promise<void>
}

// Push messages. A script of its own: the worker that removes this one keeps them (public/plain-worker.js).
importScripts('/push.js')

// The files of one version of the app, all or none. Nothing else is cached, and no call is answered from here.
precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false, directoryIndex: '', ignoreURLParametersMatching: [] })
cleanupOutdatedCaches()

registerRoute(
  ({ request, url }) => request.mode === 'navigate' && !OF_SERVER.some((path) => path.test(url.pathname)),
  createHandlerBoundToURL('/index.html'),
)

// Calls do not come here at all: they need not wait until the worker has started, and a newer one can take over while they are sent.
self.addEventListener('install', (event) => {
  void (event as InstallEvent).addRoutes?.({ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' })
})

// Not before the person asks for it: the pages that are open are of the version that is cached now.
self.addEventListener('message', ({ data }) => {
  if ((data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
})
