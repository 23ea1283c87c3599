import { IonButton, IonIcon } from '@ionic/react'
import type { UserRecord } from '@reflet/contract/people'
import { useQuery } from '@tanstack/react-query'
import { chatbubblesOutline, createOutline, sparklesOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { to } from '../../platform/runtime.ts'
import { userQuery } from '../../platform/session.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Newsfeed } from './Newsfeed.tsx'
import './home.css'

/** What is best done next, and what has happened. */
export default function HomePage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(userQuery)
  return (
    <Page title={t('menu.home')} wide onRefresh={refetch}>
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {!error && !data ? <Skeleton rows={3} /> : null}
      {data ? (
        <div className="panes">
          <section className="stack">
            <h2 className="hello">{t('home.hello', { name: data.user.first_name })}</h2>
            <NextActions record={data} />
          </section>
          <section className="stack">
            <h2>{t('home.news')}</h2>
            <Newsfeed items={data.gamification.newsfeed} />
          </section>
        </div>
      ) : null}
    </Page>
  )
}

interface Action {
  icon: string
  title: string
  text: string
  button: string
  path: string
}

/** In the order of usefulness: who waits for me, what I have not read, then asking. */
function NextActions({ record }: { record: UserRecord }) {
  const { t } = useTranslation()
  const waiting = record.feedbacks.received.groups.length
  const unread = record.feedbacks.unread_answers
  const actions: Action[] = [
    ...(waiting > 0
      ? [
          {
            icon: createOutline,
            title: t('home.answer.title', { count: waiting, n: formatNumber(waiting) }),
            text: t('home.answer.text'),
            button: t('home.answer.action'),
            path: '/answer',
          },
        ]
      : []),
    ...(unread > 0
      ? [
          {
            icon: sparklesOutline,
            title: t('home.read.title', { count: unread, n: formatNumber(unread) }),
            text: t('home.read.text'),
            button: t('home.read.action'),
            path: '/dashboard',
          },
        ]
      : []),
    { icon: chatbubblesOutline, title: t('home.asking.title'), text: t('home.asking.text'), button: t('home.ask'), path: '/my-skills' },
  ]
  return actions.map((action, index) => (
    <article className="card next-action" key={action.path}>
      <IonIcon icon={action.icon} aria-hidden="true" />
      <div className="grow">
        <h3>{action.title}</h3>
        <p className="quiet">{action.text}</p>
      </div>
      <IonButton fill={index === 0 ? 'solid' : 'outline'} routerLink={to(action.path)}>
        {action.button}
      </IonButton>
    </article>
  ))
}
