import { IonIcon, IonSearchbar } from '@ionic/react'
import { MAX_RECIPIENTS } from '@reflet/contract/feedback'
import { useQuery } from '@tanstack/react-query'
import { closeOutline, mailOutline } from 'ionicons/icons'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { fullName } from '../../platform/people.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type Asked, asColleague, asOutsider, BUSY_FROM } from './ask.ts'
import { colleaguesQuery } from './feedback.api.ts'

/** Close enough for an offer; the contract decides when it is sent. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

interface Props {
  people: readonly Asked[]
  onChange: (people: Asked[]) => void
}

/** Colleagues by name, and anybody else by address. */
export function PeoplePicker({ people, onChange }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed.trim())
  const { data, error, isPending, refetch } = useQuery(colleaguesQuery(query))
  const has = (key: string) => people.some((person) => person.key === key)
  const toggle = (person: Asked) => onChange(has(person.key) ? people.filter(({ key }) => key !== person.key) : [...people, person])
  const full = people.length >= MAX_RECIPIENTS
  const found = data?.colleagues ?? []
  const isAddress = ADDRESS.test(query) && !found.some(({ email }) => email === query.toLowerCase())
  const add = (person: Asked) => {
    if (!has(person.key) && !full) onChange([...people, person])
    setTyped('')
  }
  return (
    <section className="stack" aria-label={t('ask.people.title')}>
      <div>
        <h2>{t('ask.people.title')}</h2>
        <p className="quiet">{t('ask.people.hint', { n: formatNumber(MAX_RECIPIENTS) })}</p>
      </div>
      {people.length > 0 ? <Chosen people={people} onRemove={toggle} /> : null}
      <IonSearchbar
        value={typed}
        onIonInput={({ detail }) => setTyped(detail.value ?? '')}
        onKeyDown={({ key }) => key === 'Enter' && isAddress && add(asOutsider(query))}
        placeholder={t('ask.people.search')}
        aria-label={t('ask.people.search')}
        className="searchbar"
      />
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton rows={3} /> : null}
      <div className="option-list people-list">
        {isAddress ? (
          <button type="button" className="option" disabled={full} onClick={() => add(asOutsider(query))}>
            <IonIcon icon={mailOutline} aria-hidden="true" />
            <span>
              <strong>
                <bdi>{t('ask.people.invite', { email: query })}</bdi>
              </strong>
              <span className="quiet small">{t('ask.people.outside')}</span>
            </span>
          </button>
        ) : null}
        {found.map((colleague) => (
          <label className="option" key={colleague.user_id}>
            <input
              type="checkbox"
              checked={has(colleague.user_id)}
              disabled={!has(colleague.user_id) && full}
              onChange={() => toggle(asColleague(colleague))}
            />
            <Avatar person={colleague} size={36} />
            <span>
              <strong>
                <bdi>{fullName(colleague)}</bdi>
              </strong>
              <span className="quiet small">
                <bdi>{colleague.job_title}</bdi>
              </span>
              {colleague.open_requests >= BUSY_FROM ? (
                <span className="busy small">
                  {t('ask.people.busy', { count: colleague.open_requests, n: formatNumber(colleague.open_requests) })}
                </span>
              ) : null}
            </span>
          </label>
        ))}
      </div>
      {data && found.length === 0 && !isAddress ? <p className="quiet">{t('ask.people.none')}</p> : null}
    </section>
  )
}

function Chosen({ people, onRemove }: { people: readonly Asked[]; onRemove: (person: Asked) => void }) {
  const { t } = useTranslation()
  return (
    <ul className="chips" aria-label={t('ask.people.chosen')}>
      {people.map((person) => {
        const name = fullName(person, person.email)
        return (
          <li key={person.key} className="person-chip">
            <bdi>{name}</bdi>
            <button type="button" aria-label={t('ask.people.remove', { name })} onClick={() => onRemove(person)}>
              <IonIcon icon={closeOutline} aria-hidden="true" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
