import type { Input } from '@reflet/contract/endpoint'
import { feedback } from '@reflet/contract/feedback'
import type { UserRecord } from '@reflet/contract/people'
import { call } from './client.ts'
import { toApiError } from './errors.ts'
import { fateOf } from './fate.ts'
import { currentUserId } from './identity.ts'
import { countAnswered, withoutPending } from './pending.ts'
import { queryClient } from './query.ts'
import { useUserRecord } from './session.ts'
import { storage } from './storage.ts'
import { store, useStore } from './store.ts'

/** An answer that was sent while nobody could be reached: it waits on this device. */
export interface WaitingAnswer {
  /** The feedback that it answers. */
  readonly id: string
  readonly answer: Input<typeof feedback.answerFeedback>['body']
  /** What its writer needs to recognise it without a network. */
  readonly requester: string
  readonly skill: string
  readonly group_id: string
  readonly written_at: string
  /** Why the server does not take it (an error code): it is no longer sent, and its words stay here. */
  readonly problem: string | null
}

/** Between tries while something waits; the network coming back, or the person, comes first. */
const RETRY_MS = 30_000
const LOCK = 'reflet-waiting-answers'

export const waitingAnswers = store<readonly WaitingAnswer[]>([])
/** How many left since the app was opened. */
export const answersSent = store(0)

/** My record with what still needs me: what waits here is written, and only has to be sent. */
export function usePendingRecord(): UserRecord | undefined {
  const record = useUserRecord()
  const written = useStore(waitingAnswers).flatMap(({ id, problem }) => (problem === null ? [id] : []))
  return record && withoutPending(record, written)
}

/** Named like a draft: whoever logs out on purpose leaves none behind (`wipeDrafts`). */
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

/** Keeps an answer until it can be sent. False when this device does not keep anything: then it is not out of the form's hands. */
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

/** Its words are somewhere else now: sent, back in the form, or not wanted any more. */
export async function forgetWaiting(id: string): Promise<void> {
  const userId = currentUserId()
  if (!userId) return
  await storage.remove(prefixOf(userId) + id)
  await refresh(userId)
}

/** Whether to go on with the next one. */
async function send(userId: string, { id }: WaitingAnswer): Promise<boolean> {
  const name = prefixOf(userId) + id
  // Another tab, or its writer, may have been first.
  const item = await storage.get<WaitingAnswer>(name)
  if (item === null || item.problem !== null || currentUserId() !== userId) return true
  try {
    await call(feedback.answerFeedback, { params: { id }, body: item.answer })
  } catch (failure) {
    const error = toApiError(failure)
    const fate = fateOf(error)
    if (fate === 'later' || fate === 'skipped') return fate === 'skipped'
    if (fate === 'refused') {
      await storage.set(name, { ...item, problem: error.code } satisfies WaitingAnswer)
      return true
    }
  }
  await storage.remove(name)
  // Both at once: between them the count in the menu would be wrong by one.
  if (currentUserId() === userId) {
    countAnswered(id)
    waitingAnswers.set(waitingAnswers.get().filter((one) => one.id !== id))
  }
  answersSent.set(answersSent.get() + 1)
  for (const queryKey of [['feedback'], ['user'], ['statistics']]) void queryClient.invalidateQueries({ queryKey })
  return true
}

async function sendAll(userId: string) {
  for (const item of await readAll(userId)) if (!(await send(userId, item))) break
}

/** Sends what waits, one tab at a time; the server takes the same answer twice as once, so that a lost reply does no harm. */
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

/** Somebody is logged in: what they left waiting is shown, and goes out as soon as it can. */
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
