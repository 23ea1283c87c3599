import { currentUserId, onIdentity } from './current-user.ts'
import { takeOver } from './earlier-outbox.ts'
import { toApiError } from './errors.ts'
import { onOnline } from './online.ts'
import { outcomeOf } from './send-outcome.ts'
import { storage } from './storage.ts'
import { store, useStore } from './store.ts'

/** What can be written offline. Each call is idempotent, so that a lost response does no harm. */
export type OutboxKind = 'answer' | 'offer' | 'award' | 'request'

/** The form that it came from, into which it can be restored. */
interface Restored {
  readonly path: string
  readonly drafts: readonly { readonly key: string; readonly value: unknown }[]
}

/** A queued record: written without a connection, stored on this device. */
export interface Outgoing {
  readonly kind: OutboxKind
  /** Of the feedback that it answers, else its idempotency key. */
  readonly id: string
  /** The body of its call. */
  readonly body: unknown
  /** What the writer needs to recognise it offline: to whose attention, and about which skills or with which award. */
  readonly people: readonly string[]
  readonly about: readonly string[]
  readonly restores: Restored
  readonly written_at: string
  /** Its place in the queue: the device's clock may be set back. */
  readonly order: number
  /** The error code of a refusal: it is no longer sent, and its text is kept here. */
  readonly problem: string | null
}

export type NewOutgoing = Omit<Outgoing, 'order' | 'problem' | 'written_at'>

/** How a kind is sent, and what is shown differently once it was. */
export interface Sender {
  send(item: Outgoing): Promise<unknown>
  sent(item: Outgoing): void
}
export type Senders = Record<OutboxKind, () => Promise<Sender>>

/** Retry interval while the queue is not empty; the connection's return or a press retries earlier. */
const RETRY_MS = 30_000
const LOCK = 'reflet-outbox'

export const outbox = store<readonly Outgoing[]>([])
/** How many were sent since the app was opened. */
export const outboxSent = store(0)

/** Those of a kind that are still to be sent. */
export const useWaiting = (kind: OutboxKind): readonly Outgoing[] =>
  useStore(outbox).filter((item) => item.kind === kind && item.problem === null)

/** Named like a draft: the end of a session for good deletes it (`wipeDrafts`). */
const prefixOf = (userId: string) => `draft:${userId}:outbox:`

async function readAll(userId: string): Promise<Outgoing[]> {
  const prefix = prefixOf(userId)
  const names = (await storage.keys()).filter((name) => name.startsWith(prefix))
  const kept = await Promise.all(names.map((name) => storage.get<Outgoing>(name)))
  return kept.filter((one) => one !== null).sort((a, b) => a.order - b.order)
}

async function refresh(userId: string) {
  const kept = await readAll(userId)
  if (currentUserId() === userId) outbox.set(kept)
  return kept
}

/** Queues what was written. False when this device cannot store it: then the form keeps it. */
export async function keepToSend(item: NewOutgoing): Promise<boolean> {
  const userId = currentUserId()
  if (!userId) return false
  const order = ((await readAll(userId)).at(-1)?.order ?? 0) + 1
  const name = prefixOf(userId) + item.id
  await storage.set(name, { ...item, order, written_at: new Date().toISOString(), problem: null } satisfies Outgoing)
  if ((await storage.get<Outgoing>(name))?.order !== order) return false
  await refresh(userId)
  retryLater()
  return true
}

const inTurn = async (run: () => Promise<void>): Promise<void> => (navigator.locks ? await navigator.locks.request(LOCK, run) : await run())

/** Removes it from the queue. */
export async function forgetToSend(id: string): Promise<void> {
  const userId = currentUserId()
  if (!userId) return
  await storage.remove(prefixOf(userId) + id)
  await refresh(userId)
}

/**
 * Takes it out of the queue, while nothing is sent: `restore` says whether it is safe elsewhere. False when it is still there, or was sent
 * meanwhile.
 */
export async function takeBack(id: string, restore: (item: Outgoing) => Promise<boolean>): Promise<boolean> {
  const userId = currentUserId()
  let isTaken = false
  await inTurn(async () => {
    const item = userId ? await storage.get<Outgoing>(prefixOf(userId) + id) : null
    if (item === null || currentUserId() !== userId || !(await restore(item))) return
    await forgetToSend(id)
    isTaken = true
  })
  if (userId) await refresh(userId)
  return isTaken
}

let senders: Senders | undefined

/** Whether to continue with the next one. */
async function send(userId: string, { id, kind }: Outgoing): Promise<boolean> {
  const name = prefixOf(userId) + id
  const sender = await senders?.[kind]().catch(() => undefined)
  if (!sender) return false
  // Race: another tab may have removed it, and another person may have logged in while the code was fetched.
  const item = await storage.get<Outgoing>(name)
  if (currentUserId() !== userId) return false
  if (item === null || item.problem !== null) return true
  try {
    await sender.send(item)
  } catch (failure) {
    const error = toApiError(failure)
    const outcome = outcomeOf(error)
    if (outcome === 'later' || outcome === 'skipped') return outcome === 'skipped'
    if (outcome === 'refused') {
      if (currentUserId() !== userId) return false
      // Under a name of its own: the same feedback may be answered again.
      const refused: Outgoing = { ...item, id: `${id}:${item.order}`, problem: error.code }
      await storage.set(prefixOf(userId) + refused.id, refused)
      // On a full device it stays as it is, and is refused again.
      if ((await storage.get(prefixOf(userId) + refused.id)) !== null) await storage.remove(name)
      return true
    }
  }
  await storage.remove(name)
  // Both at once: in between the menu's count would be wrong by one.
  if (currentUserId() === userId) {
    sender.sent(item)
    outbox.set(outbox.get().filter((one) => one.id !== id))
    outboxSent.set(outboxSent.get() + 1)
  }
  return true
}

async function sendAll(userId: string) {
  for (const item of await readAll(userId)) if (!(await send(userId, item))) break
}

/** Sends the queue in the order written, in one tab at a time. */
export async function sendOutbox(): Promise<void> {
  const userId = currentUserId()
  if (!userId) return
  await inTurn(() => sendAll(userId))
  await refresh(userId)
  retryLater()
}

const attempt = () => void sendOutbox()

let timer: number | undefined
function retryLater() {
  window.clearTimeout(timer)
  if (outbox.get().some(({ problem }) => problem === null)) timer = window.setTimeout(attempt, RETRY_MS)
}

let listening = false

/** What is queued, read from this device: the store has it only when the app's start has got so far. */
export async function queued(userId = currentUserId()): Promise<readonly Outgoing[]> {
  if (!userId) return []
  await takeOver(userId, prefixOf(userId))
  return refresh(userId)
}

/** After a login: the person's queue is shown, and sent as soon as possible. */
export async function startOutbox(userId: string, kinds: Senders): Promise<void> {
  senders = kinds
  outbox.set([])
  outboxSent.set(0)
  await queued(userId)
  if (!listening) {
    listening = true
    // The next person on this device sees nothing of it.
    onIdentity(() => {
      outbox.set([])
      outboxSent.set(0)
    })
    onOnline(attempt)
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && attempt())
  }
  attempt()
}
