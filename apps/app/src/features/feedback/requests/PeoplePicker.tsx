import { IonIcon } from '@ionic/react'
import { MAX_RECIPIENTS } from '@reflet/contract/feedback'
import { closeOutline, mailOutline } from 'ionicons/icons'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatList, formatNumber } from '../../../platform/locale.ts'
import { fullName } from '../../../platform/people.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { SearchBar } from '../../../ui/SearchBar.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { type Asked, asOutsider } from './ask.ts'
import { OutsiderLanguages } from './OutsiderLanguages.tsx'
import { PeopleOffers } from './PeopleOffers.tsx'
import { choiceOf, PersonOption } from './PersonOption.tsx'
import { usePeopleFound } from './people-found.ts'

/** Close enough for an offer; the contract decides when it is sent. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

interface Props {
  people: readonly Asked[]
  /** How many may be chosen. */
  max?: number
  onChange: (people: Asked[]) => void
}

/** Suggestions, groups and contacts; contacts and colleagues by name; anybody else by address. */
export function PeoplePicker({ people, max = MAX_RECIPIENTS, onChange }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [leftOut, setLeftOut] = useState<readonly Asked[]>([])
  const query = useDeferredValue(typed.trim())
  const { found, error, isPending, retry } = usePeopleFound(query)
  const choice = choiceOf(people, max, onChange, setLeftOut)
  const isAddress = ADDRESS.test(query) && !found.some(({ person }) => person.email === query.toLowerCase())
  const n = formatNumber(max)
  const invite = () => {
    const person = asOutsider(query)
    if (!choice.has(person)) choice.toggle(person)
    setTyped('')
  }
  /** Enter takes the address, or the only one found. */
  const enter = () => {
    const only = found.length === 1 ? found[0]?.person : undefined
    if (isAddress && !choice.full) invite()
    else if (only && (choice.has(only) || !choice.full)) choice.toggle(only)
  }
  return (
    <section className="stack" aria-label={t('ask.people.title')}>
      <div>
        <h2>{t('ask.people.title')}</h2>
        <p className="quiet">{t('ask.people.hint', { n })}</p>
      </div>
      {people.length > 0 ? <Chosen people={people} onRemove={choice.toggle} /> : null}
      <OutsiderLanguages people={people} onChange={onChange} />
      <div role="status">
        {leftOut.length > 0 ? (
          <p className="notice">{t('ask.people.left_out', { n, names: formatList(leftOut.map((one) => fullName(one, one.email))) })}</p>
        ) : null}
      </div>
      <SearchBar label={t('ask.people.search')} value={typed} onChange={setTyped} onEnter={enter} />
      {query === '' ? <PeopleOffers choice={choice} /> : null}
      {error ? <ErrorNotice error={error} onRetry={retry} /> : null}
      {query === '' ? null : (
        <div className="option-list people-list">
          {isAddress ? (
            <button type="button" className="option" disabled={choice.full} onClick={invite}>
              <IonIcon icon={mailOutline} aria-hidden="true" />
              <span>
                <strong>
                  <bdi>{t('ask.people.invite', { email: query })}</bdi>
                </strong>
                <span className="quiet small">{t('ask.people.outside')}</span>
              </span>
            </button>
          ) : null}
          {found.map(({ person, job_title, relation }) => (
            <PersonOption
              key={person.key}
              person={person}
              choice={choice}
              detail={[job_title, relation && t(`relation.${relation}`)].filter(Boolean).join(' · ')}
            />
          ))}
        </div>
      )}
      {isPending ? <Skeleton rows={3} /> : null}
      <p className="visually-hidden" role="status">
        {query && !isPending && !error ? t('ask.people.found', { count: found.length, n: formatNumber(found.length) }) : ''}
      </p>
      {query && !isPending && !error && found.length === 0 && !isAddress ? <p className="quiet">{t('ask.people.none')}</p> : null}
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
