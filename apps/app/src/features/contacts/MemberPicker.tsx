import { IonButton, IonIcon } from '@ionic/react'
import type { Contact } from '@reflet/contract/contacts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { closeOutline } from 'ionicons/icons'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { fullName } from '../../platform/people.ts'
import { to } from '../../platform/runtime.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { SearchBar } from '../../ui/SearchBar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { contactsQuery } from './contacts.api.ts'
import { faceOf } from './face.ts'

interface Props {
  members: readonly Contact[]
  max: number
  onChange: (members: Contact[]) => void
}

/** Who belongs to the group, and my contacts to choose them from. */
export function MemberPicker({ members, max, onChange }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed.trim())
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(contactsQuery(query))
  const contacts = data?.pages.flatMap((page) => page.contacts) ?? []
  const has = (id: string) => members.some((member) => member.id === id)
  const toggle = (contact: Contact) => onChange(has(contact.id) ? members.filter(({ id }) => id !== contact.id) : [...members, contact])
  const nobody = data && query === '' && contacts.length === 0
  return (
    <section className="stack" aria-label={t('contacts.choose_members')}>
      <div>
        <h2>{t('contacts.choose_members')}</h2>
        <p className="quiet" role="status">
          {t('contacts.chosen_of', { n: formatNumber(members.length), total: formatNumber(max) })}
        </p>
      </div>
      {members.length > 0 ? (
        <ul className="chips" aria-label={t('ask.people.chosen')}>
          {members.map((member) => {
            const name = fullName(member, member.email)
            return (
              <li key={member.id} className="person-chip">
                <bdi>{name}</bdi>
                <button type="button" aria-label={t('ask.people.remove', { name })} onClick={() => toggle(member)}>
                  <IonIcon icon={closeOutline} aria-hidden="true" />
                </button>
              </li>
            )
          })}
        </ul>
      ) : null}
      {nobody ? (
        <EmptyState drawing="ask" title={t('contacts.empty')} text={t('contacts.empty_text')}>
          <IonButton routerLink={to('/add-contact')}>{t('contacts.add')}</IonButton>
        </EmptyState>
      ) : (
        <SearchBar label={t('contacts.search')} value={typed} onChange={setTyped} />
      )}
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending && !error ? <Skeleton /> : null}
      <div className="option-list">
        {contacts.map((contact) => (
          <label className="option" key={contact.id}>
            <input
              type="checkbox"
              checked={has(contact.id)}
              disabled={!has(contact.id) && members.length >= max}
              onChange={() => toggle(contact)}
            />
            <Avatar person={faceOf(contact)} size={36} />
            <span>
              <strong>
                <bdi>{fullName(contact, contact.email)}</bdi>
              </strong>
              <span className="quiet small">{t(`relation.${contact.relation}`)}</span>
            </span>
          </label>
        ))}
      </div>
      {data && query && contacts.length === 0 ? <p className="quiet">{t('contacts.none')}</p> : null}
      {hasNextPage ? <MoreButton pending={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </section>
  )
}
