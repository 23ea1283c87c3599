import { IonButton } from '@ionic/react'
import { MAX_CONTACTS_PER_CALL } from '@reflet/contract/contacts'
import type { Suggestion } from '@reflet/contract/people'
import { RELATIONS, type Relation } from '@reflet/contract/relations'
import { useTranslation } from 'react-i18next'
import { useMedia, WIDE } from '../../platform/media.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { useReason } from '../../ui/reason.ts'
import { SearchBar } from '../../ui/SearchBar.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { colleaguesSource } from '../directory/directory.api.ts'
import { PersonChips } from '../directory/PersonChips.public.tsx'
import { PersonOption } from '../directory/PersonOption.public.tsx'
import { usePeopleSearch } from '../directory/people-search.api.ts'
import type { KnownPerson } from '../directory/person.api.ts'
import { suggestionsSource } from '../directory/suggestions.api.ts'
import { addressIn, asChosen, type Chosen, type Pending } from './contact-draft.ts'
import styles from './onboarding.module.css'

interface Props {
  chosen: readonly Chosen[]
  /** The addresses of existing contacts. */
  known: readonly string[]
  onChange: (chosen: Chosen[]) => void
  /** The address in the search field that is not added yet, and its relation: the page's button adds it, too. */
  pending: Pending
  onPending: (pending: Pending) => void
  /** Adds the pending address. */
  onAdd: () => void
  /** Why the typed text cannot be added. */
  problem: string | undefined
}

/** Colleagues: suggestions first, all others by name; and anyone else by address. */
export function ColleagueChooser({ chosen, known, onChange, pending, onPending, onAdd, problem }: Props) {
  const { t } = useTranslation()
  const reasonOf = useReason()
  const search = usePeopleSearch((query) => [
    { source: suggestionsSource, asked: query === '', optional: true },
    { source: colleaguesSource },
  ])
  const { typed, setTyped, query, found, isPending, error, retry } = search
  const [suggested, others] = search.sections
  const has = (email: string) => chosen.some((person) => person.email === email)
  const isKnown = (email: string) => known.includes(email)
  const wide = useMedia(WIDE)
  // Above the list, chips of its own rows would move the next row away from the finger.
  const chips = wide ? chosen : isPending ? [] : chosen.filter(({ email }) => !found.some((person) => person.email === email))
  const full = chosen.length >= MAX_CONTACTS_PER_CALL
  const toggle = (person: Chosen) =>
    onChange(has(person.email) ? chosen.filter(({ email }) => email !== person.email) : [...chosen, person])

  const type = (text: string) => {
    setTyped(text)
    onPending({ ...pending, typed: text })
  }
  const add = () => {
    onAdd()
    setTyped('')
  }

  const address = addressIn(query)
  const invited = address && !found.some(({ email }) => email === address) ? address : undefined
  const relationOf = ({ reason, relation }: Suggestion) => (relation && reason !== 'hierarchy' ? t(`relation.${relation}`) : '')
  const wordsOf = (person: Suggestion) => [reasonOf(person), relationOf(person)].filter(Boolean).join(' · ')
  const row = (person: KnownPerson, reason = '') => (
    <PersonOption
      key={person.email}
      person={person}
      checked={has(person.email) || isKnown(person.email)}
      disabled={isKnown(person.email) || (full && !has(person.email))}
      onChange={() => toggle(asChosen(person))}
    >
      {reason ? (
        <span className="quiet small">
          <bdi>{reason}</bdi>
        </span>
      ) : null}
    </PersonOption>
  )
  return (
    <div className="panes">
      <section className="stack" aria-label={t('onboarding.add_contacts.search')}>
        <SearchBar label={t('ask.people.search')} value={typed} onChange={type} onEnter={() => (addressIn(typed) ? add() : undefined)} />
        {problem ? (
          <p className="field-error" role="alert">
            {problem}
          </p>
        ) : null}
        {invited ? (
          <Outsider
            key={invited}
            email={invited}
            disabled={full || has(invited) || isKnown(invited)}
            relation={pending.relation}
            onRelation={(relation) => onPending({ ...pending, relation })}
            onAdd={add}
          />
        ) : null}
        {suggested.length > 0 ? (
          <div className="option-list">
            <h2>{t('onboarding.add_contacts.suggested')}</h2>
            {suggested.map((person) => row(person, wordsOf(person)))}
          </div>
        ) : null}
        {error ? <ErrorNotice error={error} onRetry={retry} /> : null}
        {isPending ? <Skeleton rows={3} /> : null}
        {others.length > 0 ? (
          <div className="option-list">
            {suggested.length > 0 ? <h2>{t('onboarding.add_contacts.others')}</h2> : null}
            {others.map((person) => row(person))}
          </div>
        ) : null}
        {!isPending && !error && found.length === 0 && !address ? <p className="quiet">{t('ask.people.none')}</p> : null}
      </section>
      {chosen.length === 0 ? <p className={`quiet ${styles.chosenNone}`}>{t('onboarding.add_contacts.none')}</p> : null}
      {chips.length > 0 ? (
        <div className={styles.chosen}>
          <PersonChips people={chips} onRemove={toggle} />
        </div>
      ) : null}
    </div>
  )
}

interface OutsiderProps {
  email: string
  disabled: boolean
  relation: Relation
  onRelation: (relation: Relation) => void
  onAdd: () => void
}

/** A person without an account: the relation is asked at once. */
function Outsider({ email, disabled, relation, onRelation, onAdd }: OutsiderProps) {
  const { t } = useTranslation()
  return (
    <div className={`card ${styles.outsider}`}>
      <p>
        <strong>
          <bdi dir="ltr">{email}</bdi>
        </strong>
      </p>
      <Select
        aria-label={t('onboarding.contacts.relation', { name: email })}
        value={relation}
        onChange={({ target }) => onRelation(target.value as Relation)}
      >
        {RELATIONS.map((one) => (
          <option key={one} value={one}>
            {t(`relation.${one}`)}
          </option>
        ))}
      </Select>
      <IonButton fill="outline" disabled={disabled} onClick={onAdd}>
        {t('onboarding.add_contacts.add')}
      </IonButton>
    </div>
  )
}
