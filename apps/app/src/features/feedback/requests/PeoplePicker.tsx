import { IonIcon } from '@ionic/react'
import { MAX_RECIPIENTS } from '@reflet/contract/feedback'
import { mailOutline } from 'ionicons/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatList, formatNumber } from '../../../platform/locale.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { SearchBar } from '../../../ui/SearchBar.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { contactsSource, localContactsSource } from '../../contacts/contacts.api.ts'
import { colleaguesSource } from '../../directory/directory.api.ts'
import { PersonChips } from '../../directory/PersonChips.public.tsx'
import { usePeopleSearch } from '../../directory/people-search.api.ts'
import { type KnownPerson, keyOf, nameOf, withoutDoubles } from '../../directory/person.api.ts'
import feedbackStyles from '../feedback.module.css'
import { AskOption, choiceOf } from './AskOption.tsx'
import { type Asked, asAsked } from './ask.ts'
import { OutsiderLanguages } from './OutsiderLanguages.tsx'
import { PeopleOffers } from './PeopleOffers.tsx'

/** An approximate check for a suggestion; the contract validates it on sending. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

interface Props {
  people: readonly Asked[]
  /** The maximum number of people. */
  max?: number
  onChange: (people: Asked[]) => void
}

/** Contacts and colleagues; offline, the addresses stored on this device. */
function useFound() {
  const search = usePeopleSearch((query) => [
    { source: contactsSource, asked: query !== '' },
    { source: colleaguesSource, asked: query !== '' },
  ])
  const { query, found, error, isPending } = search
  const local = localContactsSource.useAnswer(query, error !== null)
  return { ...search, found: error && !isPending ? withoutDoubles<KnownPerson>([found, local.people]).flat() : found }
}

/** Suggestions, groups and contacts; contacts and colleagues by name; anyone else by address. */
export function PeoplePicker({ people, max = MAX_RECIPIENTS, onChange }: Props) {
  const { t } = useTranslation()
  const [leftOut, setLeftOut] = useState<readonly Asked[]>([])
  const { typed, setTyped, query, found, only, error, isPending, retry } = useFound()
  const choice = choiceOf(people, max, onChange, setLeftOut)
  const isNewAddress = (text: string) => ADDRESS.test(text) && !found.some(({ email }) => email === text.toLowerCase())
  const isAddress = isNewAddress(query)
  const shown = query !== '' && !isPending && !error
  const n = formatNumber(max)
  const invite = (email: string) => {
    const person = asAsked({ email })
    if (!choice.has(person)) choice.toggle(person)
    setTyped('')
  }
  /** Enter selects the address, or the only match. */
  const enter = () => {
    if (isNewAddress(typed.trim()) && !choice.full) invite(typed.trim())
    else if (only && (choice.has(asAsked(only)) || !choice.full)) choice.toggle(asAsked(only))
  }
  return (
    <section className="stack" aria-label={t('ask.people.title')}>
      <div>
        <h2>{t('ask.people.title')}</h2>
        <p className="quiet">{t('ask.people.hint', { n })}</p>
      </div>
      <PersonChips people={people} onRemove={choice.toggle} />
      <OutsiderLanguages people={people} onChange={onChange} />
      <div role="status">
        {leftOut.length > 0 ? <p className="notice">{t('ask.people.left_out', { n, names: formatList(leftOut.map(nameOf)) })}</p> : null}
      </div>
      <SearchBar label={t('ask.people.search')} value={typed} onChange={setTyped} onEnter={enter} />
      {query === '' ? <PeopleOffers choice={choice} /> : null}
      {error ? <ErrorNotice error={error} onRetry={retry} /> : null}
      {query === '' ? null : (
        <div className={`option-list ${feedbackStyles.peopleList} people-list`}>
          {isAddress ? (
            <button type="button" className="option" disabled={choice.full} onClick={() => invite(query)}>
              <IonIcon icon={mailOutline} aria-hidden="true" />
              <span>
                <strong>
                  <bdi>{t('ask.people.invite', { email: query })}</bdi>
                </strong>
                <span className="quiet small">{t('ask.people.outside')}</span>
              </span>
            </button>
          ) : null}
          {found.map((person) => (
            <AskOption
              key={keyOf(person)}
              person={person}
              choice={choice}
              detail={[person.job_title, person.relation && t(`relation.${person.relation}`)].filter(Boolean).join(' · ')}
            />
          ))}
        </div>
      )}
      {isPending ? <Skeleton rows={3} /> : null}
      <p className="visually-hidden" role="status">
        {shown ? t('ask.people.found', { count: found.length, n: formatNumber(found.length) }) : ''}
      </p>
      {shown && found.length === 0 && !isAddress ? <p className="quiet">{t('ask.people.none')}</p> : null}
    </section>
  )
}
