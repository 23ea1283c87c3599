import type { Locale } from '@reflet/contract/common'
import { useEffect } from 'react'
import { store, useStore } from '../../../platform/store.ts'

/** What is known of somebody who may be asked: a contact, a suggestion, a colleague. */
export interface Askable {
  /** null for an outsider. */
  user_id: string | null
  email: string
  first_name: string
  last_name: string
  avatar_url: string | null
  open_requests: number
  /** Of an outsider: the language that was chosen for their mails; mine without it. */
  locale?: Locale | undefined
  /** Of an outsider: asked for no more mails. */
  mails_stopped?: boolean | undefined
}

const arriving = store<readonly Askable[]>([])

/** Takes people along to `/my-skills`, where they join whoever is chosen already. */
export const takeAlong = (people: readonly Askable[]) => arriving.set(people)

/** Receives them once, as soon as the draft is there. */
export function useArrivals(ready: boolean, receive: (people: readonly Askable[]) => void) {
  const people = useStore(arriving)
  // biome-ignore lint/correctness/useExhaustiveDependencies: who arrives counts, not the function of this render
  useEffect(() => {
    if (!ready || people.length === 0) return
    arriving.set([])
    receive(people)
  }, [ready, people])
}
