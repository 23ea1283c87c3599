import type { Relation } from '@reflet/contract/groups'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { asLocalContacts } from '../../../platform/contacts.ts'
import { matches } from '../../../platform/search.ts'
import { useUser } from '../../../platform/session.ts'
import { contactsQuery, localContactsQuery } from '../../contacts/contacts.api.ts'
import { colleaguesQuery } from '../feedback.api.ts'
import { type Asked, asAsked, asOutsider } from './ask.ts'

export interface Found {
  person: Asked
  job_title: string
  /** Of a contact. */
  relation: Relation | null
}

/**
 * Contacts and colleagues as one list without doubles; without a network, the addresses that this device keeps. Nobody is listed
 * before both are known: a row that moves under the finger is not the one that was pressed.
 */
export function usePeopleFound(query: string) {
  const enabled = query !== ''
  const mine = useInfiniteQuery({ ...contactsQuery(query), enabled })
  const company = useQuery({ ...colleaguesQuery(query), enabled })
  const error = (!company.data && company.error) || (!mine.data && mine.error) || null
  const local = useQuery({ ...localContactsQuery, enabled: enabled && error !== null })
  const own = useUser()?.email ?? ''
  const contacts = mine.data?.pages[0]?.contacts ?? []
  const known = new Set(contacts.map(({ email }) => email))
  const found: Found[] = [
    ...contacts.map((contact) => ({ person: asAsked(contact), job_title: contact.job_title, relation: contact.relation })),
    ...(company.data?.colleagues ?? [])
      .filter(({ email }) => !known.has(email))
      .map((colleague) => ({ person: asAsked(colleague), job_title: colleague.job_title, relation: null })),
  ]
  const kept = error ? asLocalContacts(local.data ?? [], [], own).filter(({ email }) => matches(query, email)) : []
  const shown = new Set(found.map(({ person }) => person.email))
  const offline = kept
    .filter(({ email }) => !shown.has(email))
    .map(({ email, type }): Found => ({ person: asOutsider(email), job_title: '', relation: type === 'outside' ? 'outside' : null }))
  const isPending = enabled && (mine.isPending || company.isPending) && error === null
  return {
    found: isPending ? [] : [...found, ...offline],
    error,
    isPending,
    retry: () => void Promise.all([mine.refetch(), company.refetch()]),
  }
}
