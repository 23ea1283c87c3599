import type { ConfidentialAnswers, NamedAnswer } from '@reflet/contract/received-answers'
import { useEffect, useRef } from 'react'
import { useAddress } from '../../platform/address.ts'
import { to } from '../../platform/paths.ts'
import { useUserRecord } from '../../platform/session.ts'
import { store, useStore } from '../../platform/store.ts'
import { useOpenDashboard } from '../feedback/feedback.api.ts'

/** The unread answers when the dashboard was opened: they are marked as read on the server, but keep their mark until the visit ends. */
interface Fresh {
  named: readonly string[]
  confidential: readonly string[]
  count: number
}

const NOTHING: Fresh = { named: [], confidential: [], count: 0 }
const fresh = store(NOTHING)

/** The pages that belong to the visit. */
const AROUND = ['/dashboard', '/skill-statistics/', '/rating', '/share-answer', '/coffee-request', '/annual-talk'].map(to)

export const useFresh = () => useStore(fresh)

export const isFresh = ({ named }: Fresh, answer: NamedAnswer) => !answer.is_read || named.includes(answer.id)
export const isFreshGroup = ({ confidential }: Fresh, group: ConfidentialAnswers) => !group.is_read || confidential.includes(group.id)

/** Opening the dashboard marks new answers as read; the visible marks stay until the person navigates elsewhere. */
export function useOpening() {
  const here = useAddress(({ pathname }) => pathname === to('/dashboard'))
  const around = useAddress(({ pathname }) => AROUND.some((path) => pathname.startsWith(path)))
  const unread = useUserRecord()?.feedbacks.unread_answers ?? 0
  const { mutate } = useOpenDashboard()
  const asked = useRef(false)
  useEffect(() => {
    if (!here) asked.current = false
    else if (unread > 0 && !asked.current) {
      asked.current = true
      mutate(undefined, {
        onSuccess: ({ named, confidential }) => fresh.set({ named, confidential: confidential.map(({ id }) => id), count: unread }),
      })
    }
  }, [here, unread, mutate])
  useEffect(() => {
    if (!around) fresh.set(NOTHING)
  }, [around])
  useEffect(() => () => fresh.set(NOTHING), [])
  // Layout stability: their number is known before they are fetched; late content must not move an element that is being pressed.
  const found = useFresh()
  return found.count > 0 || !here ? found : { ...found, count: unread }
}
