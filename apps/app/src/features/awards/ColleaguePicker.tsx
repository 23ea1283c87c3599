import { IonIcon } from '@ionic/react'
import { MAX_AWARD_RECIPIENTS } from '@reflet/contract/awards'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { closeOutline } from 'ionicons/icons'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { suggestionsQuery } from '../../platform/around.ts'
import { formatNumber } from '../../platform/locale.ts'
import { fullName } from '../../platform/people.ts'
import { useUser } from '../../platform/session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { SearchBar } from '../../ui/SearchBar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { contactsQuery } from '../contacts/contacts.api.ts'
import { colleaguesQuery } from '../feedback/feedback.api.ts'
import { asThanked, type Thanked, toggled } from './giving.ts'

interface Props {
  people: readonly Thanked[]
  onChange: (people: Thanked[]) => void
}

const SUGGESTED = 5

/** Colleagues only: the likely ones and my contacts first, all others by name. */
export function ColleaguePicker({ people, onChange }: Props) {
  const { t } = useTranslation()
  const own = useUser()?.id
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed.trim())
  const directory = useQuery(colleaguesQuery(query))
  const suggestions = useQuery(suggestionsQuery)
  const contacts = useInfiniteQuery(contactsQuery())
  const found = asThanked(directory.data?.colleagues ?? [], own)
  const suggested = asThanked(suggestions.data ?? [], own).slice(0, SUGGESTED)
  const isNew = ({ user_id }: Thanked) => !suggested.some((one) => one.user_id === user_id)
  const mine = asThanked(contacts.data?.pages.flatMap((page) => page.contacts) ?? [], own).filter(isNew)
  const others = found.filter((one) => isNew(one) && !mine.some(({ user_id }) => user_id === one.user_id))
  // All offers at once: what comes later must not move what is being pressed.
  const offering = query === '' && !suggestions.isPending && !contacts.isPending && !directory.isPending
  const isPending = query === '' ? !offering : directory.isPending
  const n = formatNumber(MAX_AWARD_RECIPIENTS)
  const full = people.length >= MAX_AWARD_RECIPIENTS
  const options = (some: readonly Thanked[]) =>
    some.map((person) => (
      <ColleagueOption
        key={person.user_id}
        person={person}
        checked={people.some(({ user_id }) => user_id === person.user_id)}
        full={full}
        onToggle={() => onChange(toggled(people, person))}
      />
    ))
  /** Enter takes the only one found. */
  const enter = () => {
    const [only] = found
    if (query && found.length === 1 && only) onChange(toggled(people, only))
  }
  return (
    <section className="stack" aria-label={t('awards.people.title')}>
      <div>
        <h2>{t('awards.people.title')}</h2>
        <p className="quiet">{t('awards.people.hint', { n })}</p>
      </div>
      {people.length > 0 ? <ChosenColleagues people={people} onRemove={(person) => onChange(toggled(people, person))} /> : null}
      <div role="status">{full ? <p className="notice notice-gentle">{t('awards.people.full', { n })}</p> : null}</div>
      <SearchBar label={t('contacts.directory')} value={typed} onChange={setTyped} onEnter={enter} />
      {directory.error && !directory.data ? <ErrorNotice error={directory.error} onRetry={() => void directory.refetch()} /> : null}
      {isPending ? <Skeleton rows={4} /> : null}
      <p className="visually-hidden" role="status">
        {query && directory.data ? t('ask.people.found', { count: found.length, n: formatNumber(found.length) }) : ''}
      </p>
      {query && directory.data ? (
        <div className="option-list award-people">
          {options(found)}
          {found.length === 0 ? <p className="quiet">{t('awards.people.none')}</p> : null}
        </div>
      ) : null}
      {offering ? (
        <div className="stack award-people">
          <Offer title={t('ask.people.suggestions')}>{options(suggested)}</Offer>
          <Offer title={t('contacts.title')}>{options(mine)}</Offer>
          <Offer title={t('awards.people.colleagues')}>{options(others)}</Offer>
        </div>
      ) : null}
    </section>
  )
}

const Offer = ({ title, children }: { title: string; children: ReactNode[] }) =>
  children.length > 0 ? (
    <section>
      <h3 className="award-offer">{title}</h3>
      <div className="option-list">{children}</div>
    </section>
  ) : null

interface OptionProps {
  person: Thanked
  checked: boolean
  full: boolean
  onToggle: () => void
}

const ColleagueOption = ({ person, checked, full, onToggle }: OptionProps) => (
  <label className="option">
    <input type="checkbox" checked={checked} disabled={full && !checked} onChange={onToggle} />
    <Avatar person={person} size={36} />
    <span>
      <strong>
        <bdi>{fullName(person)}</bdi>
      </strong>
      <span className="quiet small">
        <bdi>{person.job_title}</bdi>
      </span>
    </span>
  </label>
)

function ChosenColleagues({ people, onRemove }: { people: readonly Thanked[]; onRemove: (person: Thanked) => void }) {
  const { t } = useTranslation()
  return (
    <ul className="chips" aria-label={t('ask.people.chosen')}>
      {people.map((person) => (
        <li key={person.user_id} className="person-chip">
          <bdi>{fullName(person)}</bdi>
          <button type="button" aria-label={t('ask.people.remove', { name: fullName(person) })} onClick={() => onRemove(person)}>
            <IonIcon icon={closeOutline} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
