import type { Contact } from '@reflet/contract/contacts'
import { BUSY_FROM } from '@reflet/contract/people'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../platform/drafts.ts'
import { contactsQuery } from '../contacts/contacts.api.ts'
import { recipientOf } from '../directory/person.api.ts'
import type { NewRequest } from '../feedback/feedback.api.ts'
import { statisticsQuery } from '../statistics/statistics.api.ts'

/** How many people and skills are offered, and how many of them are chosen at first. */
const PEOPLE = { offered: 6, chosen: 3 }
const SKILLS = { offered: 5, chosen: 2 }

interface RequestDraft {
  /** null: as chosen at first. */
  people: string[] | null
  skills: string[] | null
  message: string | null
  /** Idempotency key: a retry never sends twice. */
  key: string
}

/** People with many open requests come last. */
const byBusy = (a: Contact, b: Contact) =>
  Number(a.open_requests >= BUSY_FROM) - Number(b.open_requests >= BUSY_FROM) || a.id.localeCompare(b.id)

/** The first request of a newcomer: the people and skills of the onboarding, in the order of their choice, and a ready message. */
export function useFirstRequest() {
  const { t } = useTranslation()
  const contacts = useInfiniteQuery(contactsQuery())
  const statistics = useQuery(statisticsQuery)
  const [empty] = useState<RequestDraft>(() => ({ people: null, skills: null, message: null, key: crypto.randomUUID() }))
  const draft = useDraft<RequestDraft>('onboarding-request', empty)
  const people = (contacts.data?.pages[0]?.contacts ?? [])
    .filter(({ mails_stopped }) => !mails_stopped)
    .sort(byBusy)
    .slice(0, PEOPLE.offered)
  const skills = (statistics.data?.skills ?? []).flatMap(({ chosen, skill }) => (chosen ? [skill] : [])).slice(0, SKILLS.offered)
  const asked = draft.value.people ?? people.slice(0, PEOPLE.chosen).map(({ id }) => id)
  const about = draft.value.skills ?? skills.slice(0, SKILLS.chosen).map(({ id }) => id)
  const message = draft.value.message ?? t('onboarding.finished.message')
  const request: NewRequest = {
    skill_ids: skills.flatMap(({ id }) => (about.includes(id) ? [id] : [])),
    recipients: people.filter(({ id }) => asked.includes(id)).map(recipientOf),
    message,
    confidential: false,
    idempotency_key: draft.value.key,
  }
  const toggled = (ids: readonly string[], id: string) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])
  return {
    people,
    skills,
    request,
    message,
    isAsked: (id: string) => asked.includes(id),
    isAbout: (id: string) => about.includes(id),
    togglePerson: (id: string) => draft.set((old) => ({ ...old, people: toggled(asked, id) })),
    toggleSkill: (id: string) => draft.set((old) => ({ ...old, skills: toggled(about, id) })),
    write: (text: string) => draft.set((old) => ({ ...old, message: text })),
    clear: () => draft.clear(empty),
    isPending: !draft.ready || contacts.isPending || statistics.isPending,
    isPossible: draft.ready && people.length > 0 && skills.length > 0,
  }
}
