import { IonButton, IonIcon } from '@ionic/react'
import { useQuery } from '@tanstack/react-query'
import { printOutline } from 'ionicons/icons'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { useDraft } from '../../platform/drafts.ts'
import { useMedia, WIDE } from '../../platform/media.ts'
import { isNative, to } from '../../platform/runtime.ts'
import { useUser } from '../../platform/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { usePeriod } from './period.ts'
import { statisticsOver } from './statistics.api.ts'
import { TalkEditor } from './TalkEditor.tsx'
import { TalkSheet } from './TalkSheet.tsx'
import { BLANK, type Talk } from './talk.ts'
import './statistics.css'
import './talk.css'

/** Prepares a document for the annual talk, to be printed or saved as a PDF; nothing of it goes to the server. */
export default function AnnualTalkPage() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const wide = useMedia(WIDE)
  const user = useUser()
  const { data, error, isPending, refetch } = useQuery(statisticsOver(usePeriod()))
  const draft = useDraft<Talk>('annual-talk', BLANK)
  const skills = data?.skills.filter(({ score, self }) => score !== null || self) ?? []
  const chosen = skills.filter(({ skill }) => !draft.value.left_out.includes(skill.id))
  const ready = user !== undefined && draft.ready && skills.length > 0
  const sheet = ready ? <TalkSheet user={user} skills={chosen} talk={draft.value} /> : null
  const print = (
    <IonButton size="large" disabled={chosen.length === 0} onClick={() => window.print()}>
      <IonIcon slot="start" icon={printOutline} aria-hidden="true" />
      {t('talk.print')}
    </IonButton>
  )
  // The app on a phone has no printer: the same page in a browser has.
  const footer = isNative ? <p className="quiet small">{t('talk.no_printer')}</p> : print
  return (
    <Page
      shows={[['statistics'], ['feedback', 'answers']]}
      title={t('talk.title')}
      back="/dashboard"
      wide={wide}
      footer={ready ? footer : undefined}
    >
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending || (skills.length > 0 && !ready) ? <Skeleton avatar={false} /> : null}
      {data && skills.length === 0 ? (
        <EmptyState drawing="mirror" title={t('dashboard.empty')} text={t('dashboard.empty_text')}>
          <IonButton routerLink={to('/my-skills')}>{t('home.ask')}</IonButton>
        </EmptyState>
      ) : null}
      {sheet ? (
        <div className="panes">
          <TalkEditor skills={skills} draft={draft} />
          <section className="stack">
            <h2>{t('talk.preview')}</h2>
            <div className="card talk-paper">{sheet}</div>
          </section>
        </div>
      ) : null}
      {sheet && pathname === to('/annual-talk') ? createPortal(<div className="talk-print">{sheet}</div>, document.body) : null}
    </Page>
  )
}
