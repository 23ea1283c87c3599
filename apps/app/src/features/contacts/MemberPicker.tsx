import { IonButton } from '@ionic/react'
import type { Contact } from '@reflet/contract/contacts'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { SearchBar } from '../../ui/SearchBar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { PersonChips } from '../directory/PersonChips.public.tsx'
import { PersonOption } from '../directory/PersonOption.public.tsx'
import { usePeopleSearch } from '../directory/people-search.api.ts'
import { contactsSource } from './contacts.api.ts'

interface Props {
  members: readonly Contact[]
  max: number
  onChange: (members: Contact[]) => void
}

const SOURCES = [{ source: contactsSource }] as const

/** The members of the group, and my contacts to choose from. */
export function MemberPicker({ members, max, onChange }: Props) {
  const { t } = useTranslation()
  const { typed, setTyped, query, found, error, isPending, retry, more } = usePeopleSearch(() => SOURCES)
  const [next] = more
  const has = (id: string) => members.some((member) => member.id === id)
  const toggle = (contact: Contact) => onChange(has(contact.id) ? members.filter(({ id }) => id !== contact.id) : [...members, contact])
  const isEmpty = !isPending && !error && found.length === 0
  return (
    <section className="stack" aria-label={t('contacts.choose_members')}>
      <div>
        <h2>{t('contacts.choose_members')}</h2>
        <p className="quiet" role="status">
          {t('contacts.chosen_of', { n: formatNumber(members.length), total: formatNumber(max) })}
        </p>
      </div>
      <PersonChips people={members} onRemove={toggle} />
      {isEmpty && query === '' ? (
        <EmptyState drawing="ask" title={t('contacts.empty')} text={t('contacts.empty_text')}>
          <IonButton routerLink={to('/add-contact')}>{t('contacts.add')}</IonButton>
        </EmptyState>
      ) : (
        <SearchBar label={t('contacts.search')} value={typed} onChange={setTyped} />
      )}
      {error ? <ErrorNotice error={error} onRetry={retry} /> : null}
      {isPending && !error ? <Skeleton /> : null}
      <div className="option-list">
        {found.map((contact) => (
          <PersonOption
            key={contact.id}
            person={contact}
            detail={t(`relation.${contact.relation}`)}
            checked={has(contact.id)}
            disabled={!has(contact.id) && members.length >= max}
            onChange={() => toggle(contact)}
          />
        ))}
      </div>
      {isEmpty && query ? <p className="quiet">{t('contacts.none')}</p> : null}
      {next ? <MoreButton {...next} /> : null}
    </section>
  )
}
