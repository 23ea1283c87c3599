import { feedback } from '@reflet/contract/feedback'
import type { ConfidentialAnswers, NamedAnswer } from '@reflet/contract/received-answers'
import type { SkillStatistics } from '@reflet/contract/statistics'
import { useCallback } from 'react'
import { call } from '../../../platform/client.ts'
import { currentUserId } from '../../../platform/current-user.ts'
import { DRAFT_PREFIX } from '../../../platform/draft-records.ts'
import { isOffline, toApiError } from '../../../platform/errors.ts'
import { onOnline } from '../../../platform/online.ts'
import { queryClient } from '../../../platform/query.ts'
import { userQuery } from '../../../platform/session.ts'
import { storage } from '../../../platform/storage.ts'
import { store, useStore } from '../../../platform/store.ts'
import { useOnScreen } from '../../../ui/on-screen.ts'

type Received = Pick<NamedAnswer, 'id' | 'new' | 'skill'> | Pick<ConfidentialAnswers, 'id' | 'new' | 'unseen' | 'skill'>

/** Batching: cards that are seen together are one call. */
const TOGETHER_MS = 250
const RETRY_MS = 30_000
/** Limit of ids in one call. */
const MOST = 100

/** Seen since the app was opened, reported or not: lists that were fetched before still say that they are new. */
const seen = store<ReadonlySet<string>>(new Set())
const waiting = new Set<string>()

/** Named like a draft: the end of a session for good deletes it (`wipeDrafts`). */
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

const isOneSkill = (known: Partial<SkillStatistics> | undefined): known is SkillStatistics => known?.skill !== undefined

/** Optimistic update: the counts say fewer at once, without a connection too. */
function countSeen(answer: Received) {
  const count = 'unseen' in answer ? answer.unseen : 1
  const less = (from: number) => Math.max(0, from - count)
  queryClient.setQueryData(
    userQuery.queryKey,
    (record) => record && { ...record, feedbacks: { ...record.feedbacks, new_answers: less(record.feedbacks.new_answers) } },
  )
  const seenIn = <One extends SkillStatistics>(one: One): One => (one.skill.id === answer.skill.id ? { ...one, new: less(one.new) } : one)
  const statistics = { queryKey: ['statistics'] }
  queryClient.setQueriesData<{ skills?: SkillStatistics[] } & Partial<SkillStatistics>>(statistics, (known) => {
    if (known?.skills) return { ...known, skills: known.skills.map(seenIn) }
    return isOneSkill(known) ? seenIn(known) : known
  })
}

/** These were read, or left for the next one: they are no longer new. */
export function markSeen(answers: readonly Received[]) {
  const unseen = answers.filter((answer) => answer.new && !seen.get().has(answer.id))
  if (unseen.length === 0) return
  seen.set(new Set([...seen.get(), ...unseen.map(({ id }) => id)]))
  for (const answer of unseen) {
    waiting.add(answer.id)
    countSeen(answer)
  }
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
    onOnline(() => void sendSeen())
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
    if (waiting.size > 0) {
      // The server does not know of the others yet: its count is too high.
      sendLater(TOGETHER_MS)
    } else {
      queryClient.setQueryData(userQuery.queryKey, (record) => record && { ...record, feedbacks: { ...record.feedbacks, new_answers } })
      for (const queryKey of [['statistics'], ['news']]) void queryClient.invalidateQueries({ queryKey })
    }
  } catch (failure) {
    const { status } = toApiError(failure)
    if (isOffline(failure) || status >= 500 || status === 429) sendLater(RETRY_MS)
    else for (const id of ids) waiting.delete(id)
  }
  await keep(userId)
}

/**
 * The props of a card of these answers: while they are new, a second on the screen marks them as seen. Beside other content it says nothing
 * that they are on the screen: there the card must be pressed or get the focus.
 */
export function useSeen(answers: readonly Received[], beside: boolean) {
  const isNew = useNewness()
  const see = () => markSeen(answers)
  const unseen = answers.filter(isNew).map(({ id }) => id)
  const ref = useOnScreen(beside ? undefined : unseen.join() || undefined, see)
  return beside && unseen.length > 0 ? { ref, onPointerDown: see, onFocus: see } : { ref }
}
