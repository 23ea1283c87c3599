import type { Relation } from '@reflet/contract/groups'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/people.ts'
import { useUser } from '../../platform/session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { SearchBar } from '../../ui/SearchBar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { contactsQuery } from '../contacts/contacts.api.ts'
import { colleaguesQuery } from '../feedback/feedback.api.ts'
import { asPlaced, findOn, mayStand, type Placed, place, without } from './board.ts'

interface Props {
  relation: Relation
  people: readonly Placed[]
  onChange: (people: Placed[]) => void
}

/** My contacts and my colleagues, to be ticked into one list; the list of outsiders takes no colleague. */
export function Directory({ relation, people, onChange }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed.trim())
  const { found, error, isPending, retry } = useKnown(query, relation)
  const toggle = (person: Placed, checked: boolean) => onChange(checked ? place(people, person, relation) : without(people, person.key))
  return (
    <section className="stack">
      <SearchBar label={t('hierarchy.search')} value={typed} onChange={setTyped} />
      {error ? <ErrorNotice error={error} onRetry={retry} /> : null}
      {isPending ? <Skeleton rows={3} /> : null}
      {!isPending && !error && found.length === 0 ? (
        <p className="quiet">{t(relation === 'outside' ? 'hierarchy.no_outsider' : 'hierarchy.nobody')}</p>
      ) : null}
      <div className="option-list">
        {found.map((known) => {
          const person = findOn(people, known) ?? known
          return (
            <Option
              key={person.key}
              person={person}
              checked={person.relation === relation}
              disabled={person.relation !== relation && !mayStand(people, person, relation)}
              onChange={(checked) => toggle(person, checked)}
            />
          )
        })}
      </div>
    </section>
  )
}

/** Contacts first, then the rest of the company; each person once, and never me. */
function useKnown(query: string, relation: Relation) {
  const mine = useInfiniteQuery(contactsQuery(query))
  const company = useQuery({ ...colleaguesQuery(query), enabled: relation !== 'outside' })
  const me = useUser()?.id
  const contacts = (mine.data?.pages[0]?.contacts ?? []).map((contact) => asPlaced({ ...contact, relation: null }))
  const colleagues = (company.data?.colleagues ?? []).map((colleague) => asPlaced({ ...colleague, relation: null }))
  const all = [...contacts, ...colleagues.filter((one) => !findOn(contacts, one))]
  const isPending = mine.isPending || (relation !== 'outside' && company.isPending)
  return {
    found: isPending ? [] : all.filter(({ user_id }) => (relation === 'outside' ? user_id === null : user_id !== me)),
    error: (!mine.data && mine.error) || (relation !== 'outside' && !company.data && company.error) || null,
    isPending,
    retry: () => void Promise.all([mine.refetch(), company.refetch()]),
  }
}

interface OptionProps {
  person: Placed
  checked: boolean
  disabled: boolean
  onChange: (checked: boolean) => void
}

function Option({ person, checked, disabled, onChange }: OptionProps) {
  const { t } = useTranslation()
  const name = fullName(person, person.email ?? '')
  const elsewhere = !checked && person.relation
  return (
    <label className="option">
      <input type="checkbox" checked={checked} disabled={disabled} onChange={({ target }) => onChange(target.checked)} />
      <Avatar person={person.first_name || person.last_name ? person : { ...person, first_name: name }} size={36} />
      <span>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className="quiet small">
          <bdi>{person.job_title || person.email}</bdi>
          {elsewhere ? (
            <>
              {' · '}
              <b>{t(`relation.${elsewhere}`)}</b>
            </>
          ) : null}
        </span>
      </span>
    </label>
  )
}
