import type { Input } from '@reflet/contract/endpoint'
import { feedback } from '@reflet/contract/feedback'
import type { UserRecord } from '@reflet/contract/people'
import { call } from '../../../platform/client.ts'
import { currentUserId } from '../../../platform/current-user.ts'
import { toApiError } from '../../../platform/errors.ts'
import { queryClient } from '../../../platform/query.ts'
import { useUserRecord } from '../../../platform/session.ts'
import { storage } from '../../../platform/storage.ts'
import { store, useStore } from '../../../platform/store.ts'
import { refreshFeedback } from '../feedback.api.ts'
import { countAnswered, withoutPending } from './pending.ts'
import { outcomeOf } from './send-outcome.ts'

/** A queued answer: sent while offline, stored on this device. */
export interface WaitingAnswer {
  /** The feedback that it answers. */
  readonly id: string
  readonly answer: Input<typeof feedback.answerFeedback>['body']
  /** What the giver needs to recognise it offline. */
  readonly requester: string
  readonly skill: string
  readonly group_id: string
  readonly written_at: string
  /** The error code of a refusal: it is no longer sent, and its text is kept here. */
  readonly problem: string | null
}

/** Retry interval while the queue is not empty; the `online` event or a press retries earlier. */
const RETRY_MS = 30_000
const LOCK = 'reflet-waiting-answers'

export const waitingAnswers = store<readonly WaitingAnswer[]>([])
/** How many were sent since the app was opened. */
export const answersSent = store(0)

/** My record without the feedbacks of queued answers. */
export function usePendingRecord(): UserRecord | undefined {
  const record = useUserRecord()
  const written = useStore(waitingAnswers).flatMap(({ id, problem }) => (problem === null ? [id] : []))
  return record && withoutPending(record, written)
}

/** Named like a draft: an explicit logout deletes it (`wipeDrafts`). */
const prefixOf = (userId: string) => `draft:${userId}:waiting:`

async function readAll(userId: string): Promise<WaitingAnswer[]> {
  const prefix = prefixOf(userId)
  const names = (await storage.keys()).filter((name) => name.startsWith(prefix))
  const kept = await Promise.all(names.map((name) => storage.get<WaitingAnswer>(name)))
  return kept.filter((one) => one !== null).sort((a, b) => a.written_at.localeCompare(b.written_at))
}

async function refresh(userId: string) {
  const kept = await readAll(userId)
  if (currentUserId() === userId) waitingAnswers.set(kept)
}

/** Queues an answer. False when this device cannot store it: then the form keeps it. */
export async function keepWaiting(item: WaitingAnswer): Promise<boolean> {
  const userId = currentUserId()
  if (!userId) return false
  const name = prefixOf(userId) + item.id
  await storage.set(name, item)
  if ((await storage.get<WaitingAnswer>(name)) === null) return false
  await refresh(userId)
  retryLater()
  return true
}

/** Removes it from the queue: sent, restored into the form, or deleted. */
export async function forgetWaiting(id: string): Promise<void> {
  const userId = currentUserId()
  if (!userId) return
  await storage.remove(prefixOf(userId) + id)
  await refresh(userId)
}

/** Whether to continue with the next one. */
async function send(userId: string, { id }: WaitingAnswer): Promise<boolean> {
  const name = prefixOf(userId) + id
  // Race: another tab, or the person, may have removed it.
  const item = await storage.get<WaitingAnswer>(name)
  if (item === null || item.problem !== null || currentUserId() !== userId) return true
  try {
    await call(feedback.answerFeedback, { params: { id }, body: item.answer })
  } catch (failure) {
    const error = toApiError(failure)
    const outcome = outcomeOf(error)
    if (outcome === 'later' || outcome === 'skipped') return outcome === 'skipped'
    if (outcome === 'refused') {
      await storage.set(name, { ...item, problem: error.code } satisfies WaitingAnswer)
      return true
    }
  }
  await storage.remove(name)
  // Both at once: in between the menu's count would be wrong by one.
  if (currentUserId() === userId) {
    countAnswered(id)
    waitingAnswers.set(waitingAnswers.get().filter((one) => one.id !== id))
  }
  answersSent.set(answersSent.get() + 1)
  void refreshFeedback(queryClient)
  return true
}

async function sendAll(userId: string) {
  for (const item of await readAll(userId)) if (!(await send(userId, item))) break
}

/** Sends the queue, in one tab at a time; the server deduplicates, so that a lost response does no harm. */
export async function sendWaiting(): Promise<void> {
  const userId = currentUserId()
  if (!userId) return
  if (navigator.locks) await navigator.locks.request(LOCK, () => sendAll(userId))
  else await sendAll(userId)
  await refresh(userId)
  retryLater()
}

let timer: number | undefined
function retryLater() {
  window.clearTimeout(timer)
  if (waitingAnswers.get().some(({ problem }) => problem === null)) timer = window.setTimeout(() => void sendWaiting(), RETRY_MS)
}

let listening = false

/** After a login: the person's queue is shown, and sent as soon as possible. */
export async function startWaiting(userId: string): Promise<void> {
  waitingAnswers.set([])
  answersSent.set(0)
  await refresh(userId)
  if (!listening) {
    listening = true
    window.addEventListener('online', () => void sendWaiting())
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void sendWaiting())
  }
  await sendWaiting()
}
