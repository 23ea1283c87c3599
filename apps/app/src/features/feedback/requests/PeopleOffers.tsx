import { IonButton, IonIcon } from '@ionic/react'
import type { ContactGroup } from '@reflet/contract/contacts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { checkmarkOutline, peopleOutline } from 'ionicons/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { suggestionsQuery } from '../../../platform/around.ts'
import { asLocalContacts } from '../../../platform/contacts.ts'
import { formatList, formatNumber } from '../../../platform/locale.ts'
import { fullName } from '../../../platform/people.ts'
import { to } from '../../../platform/runtime.ts'
import { useUser } from '../../../platform/session.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { MoreButton } from '../../../ui/MoreButton.tsx'
import { useReason } from '../../../ui/reason.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { contactsQuery, groupsQuery, localContactsQuery } from '../../contacts/contacts.api.ts'
import { colleaguesQuery } from '../feedback.api.ts'
import { asAsked, asOutsider } from './ask.ts'
import { type Choice, PersonOption } from './PersonOption.tsx'

/** The best few; all others are found by name. */
const SUGGESTED = 5

/** What is offered before anything is typed: who is worth asking, my groups, my contacts; without any of them, colleagues. */
export function PeopleOffers({ choice }: { choice: Choice }) {
  const { t } = useTranslation()
  const reasonOf = useReason()
  const suggestions = useQuery(suggestionsQuery)
  const contacts = useInfiniteQuery(contactsQuery())
  const groups = useInfiniteQuery(groupsQuery)
  const suggested = suggestions.data?.slice(0, SUGGESTED) ?? []
  const mine = contacts.data?.pages.flatMap((page) => page.contacts) ?? []
  const own = groups.data?.pages.flatMap((page) => page.groups).filter((group) => group.contacts.length > 0) ?? []
  const others = mine.filter(({ email }) => !suggested.some((one) => one.email === email))
  const isPending = suggestions.isPending || contacts.isPending || groups.isPending
  const nothing = !isPending && suggested.length + mine.length + own.length === 0
  const error = !contacts.data && contacts.error
  if (error) return <Offline error={error} choice={choice} onRetry={() => void contacts.refetch()} />
  // All of them at once: what comes later must not move what is being pressed.
  if (isPending) return <Skeleton rows={3} />
  if (nothing) return <Colleagues choice={choice} />
  return (
    <div className="stack people-list">
      <Offer title={t('ask.people.suggestions')} show={suggested.length > 0}>
        {suggested.map((person) => (
          <PersonOption key={person.email} person={asAsked(person)} detail={reasonOf(person)} choice={choice} />
        ))}
      </Offer>
      <Offer title={t('contacts.groups')} show={own.length > 0}>
        {own.map((group) => (
          <GroupOption key={group.id} group={group} choice={choice} />
        ))}
        {groups.hasNextPage ? <MoreButton pending={groups.isFetchingNextPage} onMore={() => void groups.fetchNextPage()} /> : null}
      </Offer>
      <Offer title={t('contacts.title')} show={others.length > 0}>
        {others.map((contact) => (
          <PersonOption
            key={contact.id}
            person={asAsked(contact)}
            detail={[contact.job_title, t(`relation.${contact.relation}`)].filter(Boolean).join(' · ')}
            choice={choice}
          />
        ))}
        {contacts.hasNextPage ? <MoreButton pending={contacts.isFetchingNextPage} onMore={() => void contacts.fetchNextPage()} /> : null}
      </Offer>
      <IonButton fill="clear" className="start" routerLink={to('/contacts')}>
        {t('contacts.manage')}
      </IonButton>
    </div>
  )
}

const Offer = ({ title, show, children }: { title: string; show: boolean; children: ReactNode }) =>
  show ? (
    <section>
      <h3 className="offer-title">{title}</h3>
      <div className="option-list">{children}</div>
    </section>
  ) : null

/** A whole group at once; pressed again, all of it leaves. */
function GroupOption({ group, choice }: { group: ContactGroup; choice: Choice }) {
  const { t } = useTranslation()
  const people = group.contacts.map(asAsked)
  const all = people.every(choice.has)
  return (
    <button type="button" className="option" aria-pressed={all} disabled={!all && choice.full} onClick={() => choice.toggleAll(people)}>
      <IonIcon icon={all ? checkmarkOutline : peopleOutline} aria-hidden="true" />
      <span>
        <strong>
          <bdi>{group.name}</bdi>
        </strong>
        <span className="quiet small">{t('contacts.members', { count: people.length, n: formatNumber(people.length) })}</span>
        <span className="quiet small clamp">{formatList(people.map((person) => fullName(person, person.email)))}</span>
      </span>
    </button>
  )
}

/** Somebody new, who has neither contacts nor suggestions, begins with the directory. */
function Colleagues({ choice }: { choice: Choice }) {
  const { data, error, isPending, refetch } = useQuery(colleaguesQuery(''))
  return (
    <>
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton rows={3} /> : null}
      <div className="option-list people-list">
        {data?.colleagues.map((colleague) => (
          <PersonOption key={colleague.user_id} person={asAsked(colleague)} detail={colleague.job_title} choice={choice} />
        ))}
      </div>
    </>
  )
}

/** Without a network: what this device keeps of my contacts. */
function Offline({ error, choice, onRetry }: { error: Error; choice: Choice; onRetry: () => void }) {
  const { t } = useTranslation()
  const own = useUser()?.email ?? ''
  const { data = [] } = useQuery(localContactsQuery)
  const chosen = data.filter((email) => choice.has(asOutsider(email)))
  return (
    <>
      <ErrorNotice error={error} onRetry={onRetry} />
      <Offer title={t('contacts.title')} show={data.length > 0}>
        {asLocalContacts(data, chosen, own).map(({ email, type }) => (
          <PersonOption key={email} person={asOutsider(email)} detail={type === 'outside' ? t('relation.outside') : ''} choice={choice} />
        ))}
      </Offer>
    </>
  )
}
