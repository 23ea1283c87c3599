import { Email } from '@reflet/contract/common'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { fullName } from '../../platform/people.ts'
import { useUser } from '../../platform/session.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { PersonChoices } from '../../ui/PersonChoices.tsx'
import { SearchBar } from '../../ui/SearchBar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { contactsQuery } from '../contacts/contacts.api.ts'
import { colleaguesQuery } from '../feedback/feedback.api.ts'
import type { Who } from './coffee.ts'
import { asWho } from './who.ts'

/** A row's name is never empty: who has none goes by the address. */
const asRow = (who: Who) => ({
  ...who,
  key: who.user_id ?? who.email ?? '',
  ...(fullName(who) === '' && { first_name: who.email ?? '' }),
  job_title: who.job_title || (who.user_id ? '' : (who.email ?? '')),
})

/** My contacts first, anybody of the company by name, anybody else by the address. */
export function WhoPicker({ onChoose }: { onChoose: (who: Who) => void }) {
  const { t } = useTranslation()
  const me = useUser()
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed.trim())
  const contacts = useInfiniteQuery(contactsQuery(query))
  const company = useQuery(colleaguesQuery(query))
  const mine = (contacts.data?.pages.flatMap((page) => page.contacts) ?? []).map(asWho)
  const others = (company.data?.colleagues ?? []).map(asWho)
  const known = [...mine, ...others.filter(({ user_id }) => !mine.some((one) => one.user_id === user_id))]
  const address = Email.safeParse(query)
  const outsider = address.success && !known.some(({ email }) => email === address.data) ? [asWho({ email: address.data })] : []
  const found = [...known, ...outsider].filter(({ email }) => email !== me?.email)
  const isPending = company.isPending || contacts.isPending
  const error = company.error ?? contacts.error
  const choose = (who: Who) => onChoose(found.find((one) => one.user_id === who.user_id && one.email === who.email) ?? who)
  return (
    <section className="stack" aria-labelledby="coffee-who">
      <h2 id="coffee-who" tabIndex={-1}>
        {t('coffee.form.who')}
      </h2>
      <SearchBar label={t('contacts.directory')} value={typed} onChange={setTyped} />
      {error && found.length === 0 ? (
        <ErrorNotice error={error} onRetry={() => void Promise.all([company.refetch(), contacts.refetch()])} />
      ) : null}
      {isPending && !error ? <Skeleton rows={4} /> : null}
      {isPending ? null : <PersonChoices people={found.map(asRow)} onChoose={choose} />}
      <p className={!isPending && found.length === 0 && !error ? 'quiet' : 'visually-hidden'} role="status">
        {isPending || query === ''
          ? ''
          : found.length === 0
            ? t('coffee.form.nobody')
            : t('ask.people.found', { count: found.length, n: formatNumber(found.length) })}
      </p>
    </section>
  )
}
