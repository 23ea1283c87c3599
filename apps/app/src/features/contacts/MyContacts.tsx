import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { SearchBar } from '../../ui/SearchBar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ContactForm } from './ContactForm.tsx'
import { ContactList } from './ContactList.tsx'
import { ContactSheet } from './ContactSheet.tsx'
import { contactsQuery } from './contacts.api.ts'

/** My contacts by name; the open one beside the list on a wide screen, else in a sheet. */
export function MyContacts({ wide }: { wide: boolean }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [openId, setOpenId] = useState<string>()
  const query = useDeferredValue(typed.trim())
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(contactsQuery(query))
  const contacts = data?.pages.flatMap((page) => page.contacts) ?? []
  const total = data?.pages[0]?.total ?? 0
  const open = contacts.find(({ id }) => id === openId)
  const beside = wide ? (open ?? contacts[0]) : undefined
  if (data && query === '' && contacts.length === 0) {
    return <EmptyState drawing="ask" title={t('contacts.empty')} text={t('contacts.empty_text')} />
  }
  const list = (
    <div className="stack">
      <SearchBar label={t('contacts.search')} value={typed} onChange={setTyped} />
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending && !error ? <Skeleton /> : null}
      {data ? (
        <p className="quiet small" role="status">
          {contacts.length === 0 ? t('contacts.none') : t('contacts.count', { count: total, n: formatNumber(total) })}
        </p>
      ) : null}
      <ContactList contacts={contacts} openId={beside?.id} onOpen={setOpenId} />
      {hasNextPage ? <MoreButton pending={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </div>
  )
  if (!wide) {
    return (
      <>
        {list}
        <ContactSheet contact={open} onClose={() => setOpenId(undefined)} />
      </>
    )
  }
  return (
    <div className="panes">
      {list}
      {beside ? (
        <section className="card" aria-live="polite">
          <ContactForm key={beside.id} contact={beside} onRemoved={() => setOpenId(undefined)} />
        </section>
      ) : null}
    </div>
  )
}
