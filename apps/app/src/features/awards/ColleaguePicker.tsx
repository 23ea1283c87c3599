import { MAX_AWARD_RECIPIENTS } from '@reflet/contract/awards'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { SearchBar } from '../../ui/SearchBar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { contactsSource } from '../contacts/contacts.api.ts'
import { colleaguesSource } from '../directory/directory.api.ts'
import { PersonChips } from '../directory/PersonChips.public.tsx'
import { PersonOption } from '../directory/PersonOption.public.tsx'
import { usePeopleSearch } from '../directory/people-search.api.ts'
import { type ColleagueRef, type PersonRef, toColleagues } from '../directory/person.api.ts'
import { suggestionsSource } from '../directory/suggestions.api.ts'
import { toggled } from './award-draft.ts'
import styles from './awards.module.css'

interface Props {
  people: readonly ColleagueRef[]
  onChange: (people: ColleagueRef[]) => void
}

const SUGGESTED = 5

/** Colleagues only: suggestions and my contacts first, all others by name. */
export function ColleaguePicker({ people, onChange }: Props) {
  const { t } = useTranslation()
  const search = usePeopleSearch(
    (query) => [
      { source: suggestionsSource, asked: query === '', limit: SUGGESTED, optional: true },
      { source: contactsSource, asked: query === '', optional: true },
      { source: colleaguesSource },
    ],
    // An external person has no account that could receive an award.
    ({ user_id }) => user_id !== null,
  )
  const { typed, setTyped, query, found, only, isPending, error, retry } = search
  const [suggested, mine, others] = search.sections
  const n = formatNumber(MAX_AWARD_RECIPIENTS)
  const full = people.length >= MAX_AWARD_RECIPIENTS
  const toggle = (person: PersonRef) => onChange(toColleagues([person]).reduce<ColleagueRef[]>(toggled, [...people]))
  const options = (some: readonly PersonRef[]) =>
    some.map((person) => {
      const checked = people.some(({ user_id }) => user_id === person.user_id)
      return (
        <PersonOption key={person.user_id} person={person} checked={checked} disabled={full && !checked} onChange={() => toggle(person)} />
      )
    })
  return (
    <section className="stack" aria-label={t('awards.people.title')}>
      <div>
        <h2>{t('awards.people.title')}</h2>
        <p className="quiet">{t('awards.people.hint', { n })}</p>
      </div>
      <PersonChips people={people} onRemove={toggle} />
      <div role="status">{full ? <p className="notice notice-gentle">{t('awards.people.full', { n })}</p> : null}</div>
      <SearchBar label={t('contacts.directory')} value={typed} onChange={setTyped} onEnter={() => only && toggle(only)} />
      {error ? <ErrorNotice error={error} onRetry={retry} /> : null}
      {isPending ? <Skeleton rows={4} /> : null}
      <p className="visually-hidden" role="status">
        {query && !isPending && !error ? t('ask.people.found', { count: found.length, n: formatNumber(found.length) }) : ''}
      </p>
      {query && !isPending && !error ? (
        <div className="option-list">
          {options(found)}
          {found.length === 0 ? <p className="quiet">{t('awards.people.none')}</p> : null}
        </div>
      ) : null}
      {query === '' && !isPending ? (
        <div className="stack">
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
      <h3 className={styles.awardOffer}>{title}</h3>
      <div className="option-list">{children}</div>
    </section>
  ) : null
