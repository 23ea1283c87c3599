import { IonButton, IonIcon } from '@ionic/react'
import type { ContactGroup } from '@reflet/contract/contacts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { checkmarkOutline, peopleOutline } from 'ionicons/icons'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatList } from '../../../platform/lists.ts'
import { formatNumber } from '../../../platform/locale.ts'
import { to } from '../../../platform/paths.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { MoreButton } from '../../../ui/MoreButton.tsx'
import { useReason } from '../../../ui/reason.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { contactsSource, groupsQuery, localContactsSource } from '../../contacts/contacts.api.ts'
import { colleaguesSource } from '../../directory/directory.api.ts'
import { usePeople } from '../../directory/people-search.api.ts'
import { nameOf } from '../../directory/person.api.ts'
import { suggestionsSource } from '../../directory/suggestions.api.ts'
import feedbackStyles from '../feedback.module.css'
import { AskOption, type Choice } from './AskOption.tsx'
import { asAsked } from './ask.ts'

/** The best few; all others are found by name. */
const SUGGESTED = 5
/** The first of my contacts: what follows this list stays near. */
const CONTACTS = 8

/** The list before a search: suggestions, my groups, my contacts; without any of them, colleagues. */
export function PeopleOffers({ choice }: { choice: Choice }) {
  const { t } = useTranslation()
  const reasonOf = useReason()
  const [shown, setShown] = useState(CONTACTS)
  const groups = useInfiniteQuery(groupsQuery)
  const people = usePeople([{ source: suggestionsSource, limit: SUGGESTED, optional: true }, { source: contactsSource }], '')
  const [suggested, others] = people.sections
  const [, next] = people.more
  const own = groups.data?.pages.flatMap((page) => page.groups).filter((group) => group.contacts.length > 0) ?? []
  if (people.error) return <Offline error={people.error} choice={choice} onRetry={people.retry} />
  // Shown all at once: late content must not move an element that is being pressed.
  if (people.isPending || groups.isPending) return <Skeleton rows={3} />
  if (people.found.length + own.length === 0) return <Colleagues choice={choice} />
  return (
    <div className="stack">
      <Offer title={t('ask.people.suggestions')} show={suggested.length > 0}>
        {suggested.map((person) => (
          <AskOption key={person.email} person={person} detail={reasonOf(person)} choice={choice} />
        ))}
      </Offer>
      <Offer title={t('contacts.groups')} show={own.length > 0}>
        {own.map((group) => (
          <GroupOption key={group.id} group={group} choice={choice} />
        ))}
        {groups.hasNextPage ? <MoreButton pending={groups.isFetchingNextPage} onMore={() => void groups.fetchNextPage()} /> : null}
      </Offer>
      <Offer title={t('contacts.title')} show={others.length > 0}>
        {others.slice(0, shown).map((contact) => (
          <AskOption
            key={contact.id}
            person={contact}
            detail={[contact.job_title, t(`relation.${contact.relation}`)].filter(Boolean).join(' · ')}
            choice={choice}
          />
        ))}
        {others.length > shown ? (
          <MoreButton pending={false} onMore={() => setShown(Number.POSITIVE_INFINITY)} />
        ) : next ? (
          <MoreButton {...next} />
        ) : null}
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
      <h3 className={feedbackStyles.offerTitle}>{title}</h3>
      <div className={`option-list ${feedbackStyles.peopleList}`}>{children}</div>
    </section>
  ) : null

/** A whole group at once; pressed again, all of it is removed. */
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
        <span className="quiet small clamp">{formatList(people.map(nameOf))}</span>
      </span>
    </button>
  )
}

/** For a new user without contacts and suggestions: the directory. */
function Colleagues({ choice }: { choice: Choice }) {
  const { found, error, isPending, retry } = usePeople([{ source: colleaguesSource }], '')
  return (
    <>
      {error ? <ErrorNotice error={error} onRetry={retry} /> : null}
      {isPending ? <Skeleton rows={3} /> : null}
      <div className={`option-list ${feedbackStyles.peopleList}`}>
        {found.map((colleague) => (
          <AskOption key={colleague.user_id} person={colleague} detail={colleague.job_title} choice={choice} />
        ))}
      </div>
    </>
  )
}

/** Offline: the contacts stored on this device. */
function Offline({ error, choice, onRetry }: { error: Error; choice: Choice; onRetry: () => void }) {
  const { t } = useTranslation()
  const { people } = localContactsSource.useAnswer('', true)
  return (
    <>
      <ErrorNotice error={error} onRetry={onRetry} />
      <Offer title={t('contacts.title')} show={people.length > 0}>
        {people.map((person) => (
          <AskOption key={person.email} person={person} detail={person.relation ? t(`relation.${person.relation}`) : ''} choice={choice} />
        ))}
      </Offer>
    </>
  )
}
