import { HOUR_MS } from '@reflet/contract/durations'
import { Workbox } from 'workbox-window'
import { newVersion } from './new-version.ts'

/** In development only push messages work: there is no built version to keep. */
const WORKER = import.meta.env.DEV ? '/push.js' : '/sw.js'
/** The files of the first screens and their calls come first. */
const AFTER_START_MS = 3_000
/** The least time between two checks for a newer version in a page that stays open. */
const CHECK_MS = HOUR_MS

/** The longest wait for a worker: a slow network must not hold up a person who turns notifications on, logs out, or loads the app again. */
const INSTALL_MS = 30_000
/**
 * The longest wait for a worker to take over. It does within a second; but when the active one is asked for a file in just that moment,
 * Chromium waits until it has not been asked for half a minute.
 */
const TAKE_OVER_MS = 40_000

let workbox: Workbox | undefined
let checked = 0
/** The worker that this page was loaded from, or that was active beside it: after a forced reload no worker controls the page. */
let known: ServiceWorker | null | undefined

const reload = () => window.location.reload()

/** A first worker is no newer version, whichever page asked for it: the page is not older than its files. */
function noteController() {
  const { controller } = navigator.serviceWorker
  // Another tab opened it: this one is not reloaded while something is typed.
  if (known && controller && controller !== known) newVersion.set({ open: reload })
  known = controller ?? known
}

function begin(): Workbox {
  const made = new Workbox(WORKER, { scope: '/' })
  made.addEventListener('waiting', ({ sw }) => {
    // A first one is only slow to become active.
    if (!known) return
    const open = async () => {
      if (sw) await takeOver(sw).catch(() => undefined)
      reload()
    }
    newVersion.set({ open: () => void open() })
  })
  made.addEventListener('controlling', noteController)
  if (checked === 0) document.addEventListener('visibilitychange', check)
  checked = Date.now()
  return made
}

function check() {
  if (document.visibilityState !== 'visible' || Math.abs(Date.now() - checked) < CHECK_MS) return
  checked = Date.now()
  void workbox?.update().catch(() => undefined)
}

/**
 * Registers the service worker, once for a page: it keeps the files of this version, so that the app opens without a connection, and shows
 * push messages. A newer version waits until the person opens it: the open pages need the files of theirs.
 * @throws when the browser forbids workers, or the script cannot be fetched
 */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  workbox ??= begin()
  known ??= (await navigator.serviceWorker.getRegistration('/'))?.active
  const registration = await workbox
    .register({ immediate: true })
    .catch((error: unknown) => {
      workbox = undefined
      throw error
    })
    // Of a change before the listener was there.
    .finally(noteController)
  return registration ?? navigator.serviceWorker.ready
}

/** Soon after the start, for a person who is logged in. */
export function registerWorkerLater(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  noteController()
  window.setTimeout(() => void registerWorker().catch(() => undefined), AFTER_START_MS)
}

/** @throws when the worker could not be installed, or is not in this state in time */
async function becomes(worker: ServiceWorker, state: 'installed' | 'activated', within = INSTALL_MS): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      if (worker.state === state) resolve()
      if (worker.state === 'redundant') reject(new Error('the worker could not be installed'))
    }
    window.setTimeout(() => reject(new Error(`the worker is not ${state} in time`)), within)
    worker.addEventListener('statechange', look)
    look()
  })
}

/** A worker that waits takes the place of the active one. @throws when it has not in time */
async function takeOver(worker: ServiceWorker): Promise<void> {
  worker.postMessage({ type: 'SKIP_WAITING' })
  await becomes(worker, 'activated', TAKE_OVER_MS)
}

/** The active worker of a registration. @throws when it could not be installed, or not in time */
export async function whenActive(registration: ServiceWorkerRegistration): Promise<ServiceWorkerRegistration> {
  const next = registration.installing ?? registration.waiting
  if (!registration.active && next) await becomes(next, 'activated')
  return registration
}

/**
 * Makes the newest version the one that a reload opens: without it a reload opens the version that the worker keeps, however often.
 * @throws when it cannot be fetched, or not in time: then a reload opens the version that is kept
 */
export async function activateNewest(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration('/')
  await registration?.update()
  const newer = registration?.installing ?? registration?.waiting
  if (!newer) return
  if (newer.state === 'installing') await becomes(newer, 'installed')
  await takeOver(newer)
}
