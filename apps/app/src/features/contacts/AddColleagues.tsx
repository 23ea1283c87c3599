import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { SearchBar } from '../../ui/SearchBar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { colleaguesQuery } from '../feedback/feedback.api.ts'
import { ColleagueRow } from './ColleagueRow.tsx'
import { allContactsQuery } from './contacts.api.ts'

/** The directory, and beside each colleague one press to keep them. */
export function AddColleagues() {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed.trim())
  const { data, error, isPending, refetch } = useQuery(colleaguesQuery(query))
  const mine = useQuery(allContactsQuery)
  const found = mine.isPending ? [] : (data?.colleagues ?? [])
  return (
    <section className="stack" aria-label={t('contacts.by.search')}>
      <SearchBar label={t('contacts.directory')} value={typed} onChange={setTyped} />
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {(isPending || mine.isPending) && !error ? <Skeleton rows={5} /> : null}
      <p className="visually-hidden" role="status">
        {data && !mine.isPending ? t('ask.people.found', { count: found.length, n: formatNumber(found.length) }) : ''}
      </p>
      {found.length > 0 ? (
        <ul className="card people colleagues">
          {found.map((colleague) => (
            <ColleagueRow
              key={colleague.user_id}
              colleague={colleague}
              contact={mine.data?.find(({ user_id }) => user_id === colleague.user_id)}
            />
          ))}
        </ul>
      ) : null}
      {data && data.colleagues.length === 0 ? <p className="quiet">{t('contacts.nobody')}</p> : null}
      <TrustLine>{t('contacts.trust')}</TrustLine>
    </section>
  )
}
