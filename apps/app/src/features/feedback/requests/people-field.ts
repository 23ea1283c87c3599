import { Email } from '@reflet/contract/common'
import { MAX_RECIPIENTS } from '@reflet/contract/feedback'
import { useId, useState } from 'react'
import { matches } from '../../../platform/search.ts'
import { useUser } from '../../../platform/session.ts'
import { contactsSource, localContactsSource } from '../../contacts/contacts.api.ts'
import { colleaguesSource } from '../../directory/directory.api.ts'
import { usePeopleSearch } from '../../directory/people-search.api.ts'
import { type KnownPerson, nameOf, withoutDoubles } from '../../directory/person.api.ts'
import { choiceOf } from './AskOption.tsx'
import { type Asked, addPeople, asAsked } from './ask.ts'

/** Contacts and colleagues; offline, the addresses stored on this device. */
function useFound() {
  const search = usePeopleSearch((query) => [
    { source: contactsSource, asked: query !== '' },
    { source: colleaguesSource, asked: query !== '' },
  ])
  const { query, found, error, isPending } = search
  const local = localContactsSource.useAnswer(query, error !== null)
  return { ...search, found: error && !isPending ? withoutDoubles<KnownPerson>([found, local.people]).flat() : found }
}

/** Why the typed text is no person: errors of the search field. */
export type NotAPerson = 'incomplete' | 'unchosen' | 'full' | 'oneself'

/** The address as the server stores it; undefined while it is incomplete. */
const addressIn = (typed: string) => Email.safeParse(typed).data

/**
 * The people of a form with their search field. The page that moves on or sends calls `settle` first: a typed address that has not been added
 * would otherwise be lost.
 */
export function usePeopleField(people: readonly Asked[], onChange: (people: Asked[]) => void, max = MAX_RECIPIENTS) {
  const id = useId()
  const own = useUser()?.email
  const [leftOut, setLeftOut] = useState<readonly Asked[]>([])
  const [problem, setProblem] = useState<NotAPerson | null>(null)
  const search = useFound()
  const { found, only, query } = search
  const text = search.typed.trim()
  const choice = choiceOf(people, max, onChange, setLeftOut)
  const setTyped = (typed: string) => {
    setProblem(null)
    search.setTyped(typed)
  }
  const focus = () => document.getElementById(`${id}-input`)?.focus()
  const stop = (why: NotAPerson) => {
    setProblem(why)
    focus()
    return null
  }
  const add = (email: string): readonly Asked[] | null => {
    const person = asAsked(found.find((one) => one.email === email) ?? { email })
    if (email === own) return stop('oneself')
    if (!choice.has(person) && choice.full) return stop('full')
    setTyped('')
    if (choice.has(person)) return people
    onChange(addPeople(people, [person], max).people)
    return [...people, person]
  }
  /** A search for someone who was selected then. */
  const isUsed = () =>
    !text.includes('@') &&
    (found.some((one) => choice.has(asAsked(one))) || people.some((one) => matches(text, nameOf(one), one.email ?? '', one.job_title)))

  /** The people including the typed address; null: the text is no person, which the field says and is focused for. */
  const settle = (): readonly Asked[] | null => {
    if (text === '') return people
    const address = addressIn(text)
    if (address) return add(address)
    if (!isUsed()) return stop(text.includes('@') ? 'incomplete' : 'unchosen')
    setTyped('')
    return people
  }
  /** Enter selects the address, or the only match. */
  const enter = () => {
    const address = addressIn(text)
    if (address && !found.some(({ email }) => email === address)) add(address)
    else if (only && (choice.has(asAsked(only)) || !choice.full)) choice.toggle(asAsked(only))
    else if (text.includes('@')) stop('incomplete')
    else if (text !== '' && query === text && !search.isPending && !search.isEarlier) stop('unchosen')
  }
  return { ...search, id, people, onChange, max, choice, leftOut, problem, isTyped: text !== '', setTyped, focus, add, settle, enter }
}

export type PeopleField = ReturnType<typeof usePeopleField>
