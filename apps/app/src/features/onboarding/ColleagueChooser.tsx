import { IonButton, IonIcon } from '@ionic/react'
import { MAX_CONTACTS_PER_CALL } from '@reflet/contract/contacts'
import { RELATIONS, type Relation } from '@reflet/contract/groups'
import { useQuery } from '@tanstack/react-query'
import { closeOutline } from 'ionicons/icons'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { suggestionsQuery } from '../../platform/around.ts'
import { fullName } from '../../platform/people.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { useReason } from '../../ui/reason.ts'
import { SearchBar } from '../../ui/SearchBar.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { colleaguesQuery } from '../feedback/feedback.api.ts'
import { addressIn, type Chosen, ofAddress, ofColleague, ofSuggestion } from './chosen.ts'

interface Props {
  chosen: readonly Chosen[]
  /** The addresses of those who are contacts already. */
  known: readonly string[]
  onChange: (chosen: Chosen[]) => void
}

/** Colleagues: the likely ones first, all others by name; and anybody else by address. */
export function ColleagueChooser({ chosen, known, onChange }: Props) {
  const { t } = useTranslation()
  const reasonOf = useReason()
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed.trim())
  const directory = useQuery(colleaguesQuery(query))
  const suggestions = useQuery(suggestionsQuery)
  const has = (email: string) => chosen.some((person) => person.email === email)
  const isKnown = (email: string) => known.includes(email)
  const full = chosen.length >= MAX_CONTACTS_PER_CALL
  const toggle = (person: Chosen) =>
    onChange(has(person.email) ? chosen.filter(({ email }) => email !== person.email) : [...chosen, person])

  const found = directory.data?.colleagues ?? []
  // Both at once: what comes later must not move what is being pressed.
  const isPending = directory.isPending || (query === '' && suggestions.isPending)
  const suggested = query === '' && !isPending ? (suggestions.data ?? []) : []
  const others = isPending ? [] : found.filter(({ email }) => !suggested.some((one) => one.email === email))
  const address = addressIn(query)
  const invited = address && !found.some(({ email }) => email === address) ? address : undefined
  const row = (person: Chosen, ...about: string[]) => (
    <Row
      key={person.email}
      person={person}
      about={about}
      checked={has(person.email) || isKnown(person.email)}
      disabled={isKnown(person.email) || (full && !has(person.email))}
      onToggle={() => toggle(person)}
    />
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
            {suggested.map((person) => row(ofSuggestion(person), person.job_title, reasonOf(person)))}
          </div>
        ) : null}
        {directory.error && !directory.data ? <ErrorNotice error={directory.error} onRetry={() => void directory.refetch()} /> : null}
        {isPending ? <Skeleton rows={3} /> : null}
        {others.length > 0 ? (
          <div className="option-list">
            {suggested.length > 0 ? <h2>{t('onboarding.add_contacts.others')}</h2> : null}
            {others.map((person) => row(ofColleague(person), person.job_title))}
          </div>
        ) : null}
        {directory.data && found.length === 0 && !address ? <p className="quiet">{t('ask.people.none')}</p> : null}
      </section>
      <ChosenPeople chosen={chosen} onRemove={toggle} />
    </div>
  )
}

interface RowProps {
  person: Chosen
  /** What tells this person from others: the job, why they are suggested. */
  about: readonly string[]
  checked: boolean
  disabled: boolean
  onToggle: () => void
}

const Row = ({ person, about, checked, disabled, onToggle }: RowProps) => (
  <label className="option">
    <input type="checkbox" checked={checked} disabled={disabled} onChange={onToggle} />
    <Avatar person={person} size={36} />
    <span>
      <strong>
        <bdi>{fullName(person, person.email)}</bdi>
      </strong>
      {about.filter(Boolean).map((words) => (
        <span className="quiet small" key={words}>
          <bdi>{words}</bdi>
        </span>
      ))}
    </span>
  </label>
)

/** Somebody without an account: how they stand to me is asked at once. */
function Outsider({ email, disabled, onAdd }: { email: string; disabled: boolean; onAdd: (relation: Relation) => void }) {
  const { t } = useTranslation()
  const [relation, setRelation] = useState<Relation>('outside')
  return (
    <div className="card outsider">
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

function ChosenPeople({ chosen, onRemove }: { chosen: readonly Chosen[]; onRemove: (person: Chosen) => void }) {
  const { t } = useTranslation()
  if (chosen.length === 0) return <p className="quiet chosen-none">{t('onboarding.add_contacts.none')}</p>
  return (
    <section className="chosen" aria-label={t('ask.people.chosen')}>
      <ul className="chips">
        {chosen.map((person) => {
          const name = fullName(person, person.email)
          return (
            <li className="person-chip" key={person.email}>
              <bdi>{name}</bdi>
              <button type="button" aria-label={t('ask.people.remove', { name })} onClick={() => onRemove(person)}>
                <IonIcon icon={closeOutline} aria-hidden="true" />
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
