import { IonIcon } from '@ionic/react'
import { Email } from '@reflet/contract/common'
import { mailOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { formatList } from '../../../platform/lists.ts'
import { formatNumber } from '../../../platform/locale.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { SearchBar } from '../../../ui/SearchBar.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { STEP_HEADING } from '../../../ui/step-focus.ts'
import { PersonChips } from '../../directory/PersonChips.public.tsx'
import { keyOf, nameOf } from '../../directory/person.api.ts'
import { AskOption } from './AskOption.tsx'
import { OutsiderLanguages } from './OutsiderLanguages.tsx'
import { PeopleOffers } from './PeopleOffers.tsx'
import type { PeopleField } from './people-field.ts'

interface Props {
  field: PeopleField
}

/** Suggestions, groups and contacts; contacts and colleagues by name; anyone else by address. */
export function PeoplePicker({ field }: Props) {
  const { t } = useTranslation()
  const { id, people, onChange, max, choice, leftOut, problem, typed, setTyped, query, found, error, isPending, retry, add, enter } = field
  const isAddress = Email.safeParse(query).success && !found.some(({ email }) => email === query.toLowerCase())
  const shown = query !== '' && !isPending && !error
  const n = formatNumber(max)
  return (
    <section className="stack" aria-label={t('ask.people.title')}>
      <div>
        <h2 {...STEP_HEADING}>{t('ask.people.title')}</h2>
        <p className="quiet">{t('ask.people.hint', { n })}</p>
      </div>
      <PersonChips people={people} onRemove={choice.toggle} />
      <OutsiderLanguages people={people} onChange={onChange} />
      <div role="status">
        {leftOut.length > 0 ? <p className="notice">{t('ask.people.left_out', { n, names: formatList(leftOut.map(nameOf)) })}</p> : null}
      </div>
      <SearchBar
        id={id}
        error={problem ? (problem === 'oneself' ? t('errors.cannot_ask_yourself') : t(`ask.people.problem.${problem}`, { n })) : undefined}
        label={t('ask.people.search')}
        value={typed}
        onChange={setTyped}
        onEnter={enter}
      />
      {query === '' ? <PeopleOffers choice={choice} /> : null}
      {error ? <ErrorNotice error={error} onRetry={retry} /> : null}
      {query === '' ? null : (
        <div className="option-list">
          {isAddress ? (
            <button type="button" className="option" disabled={choice.full} onClick={() => add(query.toLowerCase())}>
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
      {shown && found.length === 0 && !isAddress && !problem ? <p className="quiet">{t('ask.people.none')}</p> : null}
    </section>
  )
}
