import { IonButton } from '@ionic/react'
import { MAX_CONTACTS_PER_CALL } from '@reflet/contract/contacts'
import { RELATIONS, type Relation } from '@reflet/contract/relations'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
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
import { addressIn, asChosen, type Chosen, ofAddress } from './contact-draft.ts'
import styles from './onboarding.module.css'

interface Props {
  chosen: readonly Chosen[]
  /** The addresses of existing contacts. */
  known: readonly string[]
  onChange: (chosen: Chosen[]) => void
}

/** Colleagues: suggestions first, all others by name; and anyone else by address. */
export function ColleagueChooser({ chosen, known, onChange }: Props) {
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
  const full = chosen.length >= MAX_CONTACTS_PER_CALL
  const toggle = (person: Chosen) =>
    onChange(has(person.email) ? chosen.filter(({ email }) => email !== person.email) : [...chosen, person])

  const address = addressIn(query)
  const invited = address && !found.some(({ email }) => email === address) ? address : undefined
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
        <SearchBar label={t('ask.people.search')} value={typed} onChange={setTyped} />
        {invited ? (
          <Outsider
            key={invited}
            email={invited}
            disabled={full || has(invited) || isKnown(invited)}
            onAdd={(relation) => {
              toggle({ ...ofAddress(invited), relation })
              setTyped('')
            }}
          />
        ) : null}
        {suggested.length > 0 ? (
          <div className="option-list">
            <h2>{t('onboarding.add_contacts.suggested')}</h2>
            {suggested.map((person) => row(person, reasonOf(person)))}
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
      {chosen.length === 0 ? (
        <p className={`quiet ${styles.chosenNone}`}>{t('onboarding.add_contacts.none')}</p>
      ) : (
        <div className={styles.chosen}>
          <PersonChips people={chosen} onRemove={toggle} />
        </div>
      )}
    </div>
  )
}

/** A person without an account: the relation is asked at once. */
function Outsider({ email, disabled, onAdd }: { email: string; disabled: boolean; onAdd: (relation: Relation) => void }) {
  const { t } = useTranslation()
  const [relation, setRelation] = useState<Relation>('outside')
  return (
    <div className={`card ${styles.outsider} outsider`}>
      <p>
        <strong>
          <bdi dir="ltr">{email}</bdi>
        </strong>
      </p>
      <Select
        aria-label={t('onboarding.contacts.relation', { name: email })}
        value={relation}
        onChange={({ target }) => setRelation(target.value as Relation)}
      >
        {RELATIONS.map((one) => (
          <option key={one} value={one}>
            {t(`relation.${one}`)}
          </option>
        ))}
      </Select>
      <IonButton fill="outline" disabled={disabled} onClick={() => onAdd(relation)}>
        {t('onboarding.add_contacts.add')}
      </IonButton>
    </div>
  )
}
