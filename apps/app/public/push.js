// The part of the service worker that shows what the server sends to this device, and leads there.

/** So long a page that is open has time to say that it goes there itself. */
const HEARD_MS = 1500
/** Pages for people without an account, in a tab of their own: no message of an employee opens there. */
const GUESTS = /^\/(guest-answer|hierarchical-list|event)/

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('push', (event) => event.waitUntil(show(event.data.json())))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(addressOf(event.notification.data)))
})
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew()))

const ourWindows = async () => {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return windows.filter(({ url }) => !GUESTS.test(new URL(url).pathname))
}

async function show({ title, body, locale, link, data, badge, tag }) {
  await self.registration.showNotification(title, {
    body,
    lang: locale,
    dir: locale === 'ar' ? 'rtl' : 'ltr',
    icon: '/icons/app.png',
    badge: '/icons/badge.png',
    tag,
    renotify: true,
    data: { ...data, link },
  })
  await self.navigator.setAppBadge?.(badge)
  for (const client of await ourWindows()) client.postMessage({ arrived: true })
}

function addressOf({ link, item, selectedFeedbackId }) {
  const { pathname, searchParams, hash } = new URL(link, self.location.origin)
  searchParams.set('item', item)
  if (selectedFeedbackId) searchParams.set('selectedFeedbackId', selectedFeedbackId)
  return `${pathname}?${searchParams}${hash}`
}

/** An open page goes there without being loaded again; one that does not answer (somebody logged out) is loaded there. */
async function open(path) {
  const url = self.location.origin + path
  const [client] = await ourWindows()
  if (!client) return self.clients.openWindow(url)
  // Whether the window may come to the front is for the browser to say.
  await client.focus().catch(() => undefined)
  if (!(await isHeard(client, { opened: path }))) await client.navigate(url).catch(() => self.clients.openWindow(url))
}

const isHeard = (client, message) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(true)
    setTimeout(resolve, HEARD_MS, false)
    client.postMessage(message, [port2])
  })

/** The browser's push service gave this device another address. Where the call cannot be made from here, the app makes it when it is opened. */
async function renew() {
  const csrf = await self.cookieStore?.get('XSRF-TOKEN')
  if (!csrf || Notification.permission !== 'granted') return
  const services = await fetch('/api/notificationtokens/services')
  if (!services.ok) return
  const { web_push_key: applicationServerKey } = await services.json()
  const subscription = await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  await fetch('/api/notificationtokens', {
    method: 'POST',
    headers: { 'X-XSRF-TOKEN': decodeURIComponent(csrf.value) },
    body: new URLSearchParams({ type: 'webpush', token: JSON.stringify(subscription) }),
  })
}
