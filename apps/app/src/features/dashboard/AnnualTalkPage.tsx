import { IonButton, IonIcon } from '@ionic/react'
import { useQuery } from '@tanstack/react-query'
import { printOutline } from 'ionicons/icons'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { isNative } from '../../platform/build-target.ts'
import { useDraft } from '../../platform/drafts.ts'
import { useMedia, WIDE } from '../../platform/media.ts'
import { to } from '../../platform/paths.ts'
import { useUser } from '../../platform/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { statisticsOver } from '../statistics/statistics.api.ts'
import { usePeriod } from './period.ts'
import { TalkEditor } from './TalkEditor.tsx'
import { TalkSheet } from './TalkSheet.tsx'
import talkStyles from './talk.module.css'
import { BLANK, type Talk } from './talk.ts'

/** Prepares a document for the annual review, to print or save as a PDF; nothing of it is sent to the server. */
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
  // The native app cannot print: it opens the same page in a browser.
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
            <div className={`card ${talkStyles.talkPaper}`} data-testid="talk-paper">
              {sheet}
            </div>
          </section>
        </div>
      ) : null}
      {sheet && pathname === to('/annual-talk')
        ? createPortal(
            <div className={talkStyles.talkPrint} data-testid="talk-print">
              {sheet}
            </div>,
            document.body,
          )
        : null}
    </Page>
  )
}
