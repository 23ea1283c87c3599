import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../platform/locale.ts'
import { useUser } from '../../../platform/session.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { PersonChoices } from '../../../ui/PersonChoices.tsx'
import { SearchBar } from '../../../ui/SearchBar.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { contactsQuery } from '../../contacts/contacts.api.ts'
import { colleaguesQuery } from '../feedback.api.ts'
import type { Receiver } from './offer.api.ts'

interface Known extends Omit<Receiver, 'user_id'> {
  user_id: string | null
}

const asReceivers = (people: readonly Known[]) =>
  people.flatMap(({ user_id, first_name, last_name, job_title, avatar_url }) =>
    user_id ? [{ key: user_id, user_id, first_name, last_name, job_title, avatar_url }] : [],
  )

/** A colleague: my contacts first, anybody by name. */
export function OfferPerson({ onChoose }: { onChoose: (person: Receiver) => void }) {
  const { t } = useTranslation()
  const me = useUser()?.id
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed.trim())
  const contacts = useInfiniteQuery(contactsQuery())
  const company = useQuery(colleaguesQuery(query))
  const mine = asReceivers(contacts.data?.pages.flatMap((page) => page.contacts) ?? [])
  const everybody = asReceivers(company.data?.colleagues ?? []).filter(({ user_id }) => user_id !== me)
  const people = query === '' && mine.length > 0 ? mine : everybody
  const isPending = company.isPending || (query === '' && contacts.isPending)
  const choose = ({ key: _, ...person }: (typeof people)[number]) => onChoose(person)
  return (
    <section className="stack" aria-label={t('offer.whom')}>
      <h2>{t('offer.whom')}</h2>
      <SearchBar label={t('contacts.directory')} value={typed} onChange={setTyped} />
      {company.error && people.length === 0 ? <ErrorNotice error={company.error} onRetry={() => void company.refetch()} /> : null}
      {isPending && !company.error ? <Skeleton rows={4} /> : null}
      {isPending ? null : <PersonChoices people={people} onChoose={choose} />}
      <p className={!isPending && people.length === 0 && !company.error ? 'quiet' : 'visually-hidden'} role="status">
        {isPending || query === ''
          ? ''
          : people.length === 0
            ? t('my_manager.nobody')
            : t('ask.people.found', { count: people.length, n: formatNumber(people.length) })}
      </p>
    </section>
  )
}
