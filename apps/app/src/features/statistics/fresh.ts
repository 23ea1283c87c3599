import type { ConfidentialAnswers, NamedAnswer } from '@reflet/contract/feedback'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { to } from '../../platform/runtime.ts'
import { useUserRecord } from '../../platform/session.ts'
import { store, useStore } from '../../platform/store.ts'
import { useOpenDashboard } from '../feedback/feedback.api.ts'

/** What was unread when the dashboard opened: it is read by now and keeps its mark while one looks around. */
interface Fresh {
  named: readonly string[]
  confidential: readonly string[]
  count: number
}

const NOTHING: Fresh = { named: [], confidential: [], count: 0 }
const fresh = store(NOTHING)

/** The pages that one looks around in. */
const AROUND = ['/dashboard', '/skill-statistics/', '/rating', '/share-answer', '/coffee-request', '/annual-talk'].map(to)

export const useFresh = () => useStore(fresh)

export const isFresh = ({ named }: Fresh, answer: NamedAnswer) => !answer.is_read || named.includes(answer.id)
export const isFreshGroup = ({ confidential }: Fresh, group: ConfidentialAnswers) => !group.is_read || confidential.includes(group.id)

/** Opening the dashboard reads what is new; the marks stay until one goes elsewhere. */
export function useOpening() {
  const { pathname } = useLocation()
  const here = pathname === to('/dashboard')
  const around = AROUND.some((path) => pathname.startsWith(path))
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
  // How many is known before they are asked for: what comes later must not move what is being pressed.
  const found = useFresh()
  return found.count > 0 || !here ? found : { ...found, count: unread }
}
