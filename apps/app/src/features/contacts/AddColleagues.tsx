import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { SearchBar } from '../../ui/SearchBar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { colleaguesSource } from '../directory/directory.api.ts'
import { usePeopleSearch } from '../directory/people-search.api.ts'
import { ColleagueRow } from './ColleagueRow.tsx'
import { allContactsQuery } from './contacts.api.ts'
import styles from './contacts.module.css'

const SOURCES = [{ source: colleaguesSource }] as const

/** The directory, with a button to add each colleague. */
export function AddColleagues() {
  const { t } = useTranslation()
  const { typed, setTyped, found, error, retry, ...search } = usePeopleSearch(() => SOURCES)
  const mine = useQuery(allContactsQuery)
  const isPending = search.isPending || mine.isPending
  const shown = !isPending && !error
  return (
    <section className="stack" aria-label={t('contacts.by.search')}>
      <SearchBar label={t('contacts.directory')} value={typed} onChange={setTyped} />
      {error ? <ErrorNotice error={error} onRetry={retry} /> : null}
      {isPending && !error ? <Skeleton rows={5} /> : null}
      <p className="visually-hidden" role="status">
        {shown ? t('ask.people.found', { count: found.length, n: formatNumber(found.length) }) : ''}
      </p>
      {shown && found.length > 0 ? (
        <ul className={`card people ${styles.colleagues}`} data-testid="colleagues">
          {found.map((colleague) => (
            <ColleagueRow
              key={colleague.user_id}
              colleague={colleague}
              contact={mine.data?.find(({ user_id }) => user_id === colleague.user_id)}
            />
          ))}
        </ul>
      ) : null}
      {shown && found.length === 0 ? <p className="quiet">{t('contacts.nobody')}</p> : null}
      <TrustLine>{t('contacts.trust')}</TrustLine>
    </section>
  )
}
