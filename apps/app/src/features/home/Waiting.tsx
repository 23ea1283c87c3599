import { IonItem, IonLabel } from '@ionic/react'
import { DAY_MS } from '@reflet/contract/durations'
import type { SentRequest } from '@reflet/contract/feedback'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatList } from '../../platform/lists.ts'
import { relativeTime } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import { sentQuery } from '../feedback/feedback.api.ts'
import { RemindButton } from '../feedback/requests/RemindButton.public.tsx'
import { useSentText } from '../feedback/requests/sent-text.api.ts'
import styles from './home.module.css'
import { isOpen } from './next-actions.ts'

const SHOWN = 3

/** The requests that I sent, as far as they are loaded, newest first. */
export function useSentRequests(isPainted = true): readonly SentRequest[] | undefined {
  const { data } = useInfiniteQuery({ ...sentQuery, enabled: isPainted })
  return data?.pages.flatMap(({ requests }) => requests)
}

/** People have a day to answer before home offers to remind them. */
const isRemindable = ({ created_at }: SentRequest) => Date.now() - Date.parse(created_at) >= DAY_MS

/** My open requests, newest first, each with a reminder in one tap, without the one in focus; nothing while I wait for none. */
export function Waiting({ focus }: { focus: string | undefined }) {
  const { t } = useTranslation()
  const stateOf = useSentText()
  const open = useSentRequests()?.filter((request) => isOpen(request) && request.id !== focus) ?? []
  if (open.length === 0) return null
  return (
    <section className="stack" aria-labelledby="home-waiting">
      <h2 id="home-waiting">{t('home.waiting.title')}</h2>
      <ul className={`card ${styles.waiting}`}>
        {open.slice(0, SHOWN).map((request) => (
          <li key={request.id}>
            <IonItem lines="none" routerLink={to(`/request-confirmation/${request.id}`)} detail={false}>
              <IonLabel className="ion-text-wrap">
                <strong dir="auto">{formatList(request.skills.map(({ name }) => name))}</strong>
                <span className="line quiet small">{[stateOf(request), relativeTime(request.created_at)].join(' · ')}</span>
              </IonLabel>
            </IonItem>
            {isRemindable(request) ? <RemindButton request={request} size="small" /> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
