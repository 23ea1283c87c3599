import { IonButton, useIonRouter } from '@ionic/react'
import { BUSY_FROM, type Suggestion } from '@reflet/contract/people'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { to } from '../../platform/paths.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { useCounts } from '../../ui/counts.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { useReason } from '../../ui/reason.ts'
import { bringToAsk } from '../directory/handover.api.ts'
import { suggestionsQuery } from '../directory/suggestions.api.ts'
import styles from './home.module.css'

/** Maximum number of suggestions. */
const SHOWN = 4

/** Suggested people, each with a reason and a button; nothing without suggestions. */
export function Suggestions() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const reasonOf = useReason()
  const say = useCounts()
  const { data, error, refetch } = useQuery(suggestionsQuery)
  if (error && !data) {
    return (
      <section className={`stack ${styles.suggestions}`} data-testid="suggestions">
        <h2>{t('ask.people.title')}</h2>
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      </section>
    )
  }
  if (!data || data.length === 0) return null
  const ask = (person: Suggestion) => {
    bringToAsk([person])
    router.push(to('/my-skills'), 'forward')
  }
  return (
    <section className={`stack ${styles.suggestions}`} data-testid="suggestions">
      <h2>{t('ask.people.title')}</h2>
      <ul className="card people">
        {data.slice(0, SHOWN).map((person) => {
          const name = fullName(person, person.email)
          const reason = reasonOf(person)
          return (
            <li key={person.email} className="row">
              <Avatar person={person.first_name || person.last_name ? person : { ...person, first_name: name }} />
              <div className="grow">
                <strong>
                  <bdi>{name}</bdi>
                </strong>
                {reason ? <span className="line quiet small">{reason}</span> : null}
                {person.open_requests >= BUSY_FROM ? <span className="line busy small">{say.load(person.open_requests)}</span> : null}
              </div>
              <IonButton fill="outline" size="small" aria-label={t('home.ask_person', { name })} onClick={() => ask(person)}>
                {t('menu.ask')}
              </IonButton>
            </li>
          )
        })}
      </ul>
      <IonButton fill="clear" className="start" routerLink={to('/contacts')}>
        {t('contacts.manage')}
      </IonButton>
    </section>
  )
}
