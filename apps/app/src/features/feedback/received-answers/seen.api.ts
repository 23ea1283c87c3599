import { feedback } from '@reflet/contract/feedback'
import type { ConfidentialAnswers, NamedAnswer } from '@reflet/contract/received-answers'
import { useCallback } from 'react'
import { call } from '../../../platform/client.ts'
import { currentUserId } from '../../../platform/current-user.ts'
import { DRAFT_PREFIX } from '../../../platform/draft-records.ts'
import { isOffline, toApiError } from '../../../platform/errors.ts'
import { queryClient } from '../../../platform/query.ts'
import { userQuery } from '../../../platform/session.ts'
import { storage } from '../../../platform/storage.ts'
import { store, useStore } from '../../../platform/store.ts'

type Received = Pick<NamedAnswer | ConfidentialAnswers, 'id' | 'new'>

/** How long a card must be on the screen. */
const SEEN_AFTER_MS = 1000
/** Batching: cards that are seen together are one call. */
const TOGETHER_MS = 250
const RETRY_MS = 30_000
/** Limit of ids in one call. */
const MOST = 100
/** Fine steps: half of the window is a small part of a long answer. */
const THRESHOLDS = Array.from({ length: 21 }, (_, step) => step / 20)

/** Seen since the app was opened, reported or not: lists that were fetched before still say that they are new. */
const seen = store<ReadonlySet<string>>(new Set())
const waiting = new Set<string>()

/** Named like a draft: an explicit logout deletes it (`wipeDrafts`). */
const nameOf = (userId: string) => `${DRAFT_PREFIX}${userId}:seen`

/** Whether an answer is still marked as new here. */
export function useNewness() {
  const known = useStore(seen)
  return useCallback((answer: Received) => answer.new && !known.has(answer.id), [known])
}

/** The answers that became seen on this device since the app was opened: they keep their place in the lists. */
export const seenHere = seen.get

let timer: number | undefined
const sendLater = (ms: number) => {
  window.clearTimeout(timer)
  timer = window.setTimeout(() => void sendSeen(), ms)
}

function saw(id: string) {
  if (seen.get().has(id)) return
  seen.set(new Set([...seen.get(), id]))
  waiting.add(id)
  sendLater(TOGETHER_MS)
}

async function keep(userId: string) {
  if (waiting.size > 0) await storage.set(nameOf(userId), [...waiting])
  else await storage.remove(nameOf(userId))
}

let owner: string | undefined
let listening = false

/** Reports what was seen, also what was kept while offline. Idempotent; retried until the server has it. */
export async function sendSeen(): Promise<void> {
  const userId = currentUserId()
  if (!userId) return
  if (!listening) {
    listening = true
    window.addEventListener('online', () => void sendSeen())
    document.addEventListener('visibilitychange', () => waiting.size > 0 && void sendSeen())
  }
  if (owner !== userId) {
    if (owner) {
      waiting.clear()
      seen.set(new Set())
    }
    owner = userId
    for (const id of (await storage.get<string[]>(nameOf(userId))) ?? []) waiting.add(id)
  }
  const ids = [...waiting].slice(0, MOST)
  if (ids.length === 0) return
  try {
    const { new_answers } = await call(feedback.markAnswersSeen, { body: { ids } })
    for (const id of ids) waiting.delete(id)
    queryClient.setQueryData(userQuery.queryKey, (record) => record && { ...record, feedbacks: { ...record.feedbacks, new_answers } })
    for (const queryKey of [['statistics'], ['news']]) void queryClient.invalidateQueries({ queryKey })
    if (waiting.size > 0) sendLater(TOGETHER_MS)
  } catch (failure) {
    const { status } = toApiError(failure)
    if (isOffline(failure) || status >= 500 || status === 429) sendLater(RETRY_MS)
    else for (const id of ids) waiting.delete(id)
  }
  await keep(userId)
}

interface Watched {
  id: string
  inView: boolean
  timer?: number | undefined
}

const watched = new Map<Element, Watched>()

function start(element: Element, one: Watched) {
  window.clearTimeout(one.timer)
  if (!one.inView || document.visibilityState !== 'visible') return
  one.timer = window.setTimeout(() => {
    unwatch(element)
    saw(one.id)
  }, SEEN_AFTER_MS)
}

function unwatch(element: Element) {
  window.clearTimeout(watched.get(element)?.timer)
  watched.delete(element)
  observer?.unobserve(element)
}

let observer: IntersectionObserver | undefined

/** On the screen: at least half of the card, or a part that fills half of the window. */
function observe(entries: readonly IntersectionObserverEntry[]) {
  for (const { target, intersectionRatio, intersectionRect, rootBounds } of entries) {
    const one = watched.get(target)
    if (!one) continue
    const inView = intersectionRatio >= 0.5 || intersectionRect.height >= (rootBounds?.height ?? window.innerHeight) / 2
    if (inView === one.inView) continue
    one.inView = inView
    start(target, one)
  }
}

function watch(element: Element, id: string) {
  if (!observer) {
    observer = new IntersectionObserver(observe, { threshold: THRESHOLDS })
    document.addEventListener('visibilitychange', () => {
      for (const [each, one] of watched) start(each, one)
    })
  }
  watched.set(element, { id, inView: false })
  observer.observe(element)
}

/** The ref of a card: while it is new, being on the screen for a second marks the answer as seen. */
export function useSeen(answer: Received | undefined) {
  const isNew = useNewness()
  const id = answer && isNew(answer) ? answer.id : undefined
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element || !id) return
      watch(element, id)
      return () => unwatch(element)
    },
    [id],
  )
}
