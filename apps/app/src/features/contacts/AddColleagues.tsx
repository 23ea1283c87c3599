import { IonSearchbar } from '@ionic/react'
import type { Contact } from '@reflet/contract/contacts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { colleaguesQuery } from '../feedback/feedback.api.ts'
import { ColleagueRow } from './ColleagueRow.tsx'
import { contactsQuery } from './contacts.api.ts'

/** The directory, and beside each colleague one press to keep them. */
export function AddColleagues() {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [added, setAdded] = useState<readonly Contact[]>([])
  const query = useDeferredValue(typed.trim())
  const { data, error, isPending, refetch } = useQuery(colleaguesQuery(query))
  const mine = useInfiniteQuery(contactsQuery(query))
  const contacts = [...(mine.data?.pages.flatMap((page) => page.contacts) ?? []), ...added]
  const found = data?.colleagues ?? []
  return (
    <section className="stack" aria-label={t('contacts.by.search')}>
      <IonSearchbar
        className="searchbar"
        value={typed}
        onIonInput={({ detail }) => setTyped(detail.value ?? '')}
        placeholder={t('contacts.directory')}
        aria-label={t('contacts.directory')}
      />
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending && !error ? <Skeleton rows={5} /> : null}
      <p className="visually-hidden" role="status">
        {data ? t('ask.people.found', { count: found.length, n: formatNumber(found.length) }) : ''}
      </p>
      {found.length > 0 ? (
        <ul className="card people colleagues">
          {found.map((colleague) => (
            <ColleagueRow
              key={colleague.user_id}
              colleague={colleague}
              contact={contacts.find(({ user_id }) => user_id === colleague.user_id)}
              onAdded={(contact) => setAdded((now) => [...now, contact])}
            />
          ))}
        </ul>
      ) : null}
      {data && found.length === 0 ? <p className="quiet">{t('contacts.nobody')}</p> : null}
      <TrustLine>{t('contacts.trust')}</TrustLine>
    </section>
  )
}
