import { IonButton } from '@ionic/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { to } from '../../platform/paths.ts'
import { AwardDrawing } from '../../ui/AwardDrawing.tsx'
import emptyStyles from '../../ui/EmptyState.module.css'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AwardDetail } from './AwardDetail.tsx'
import { AwardItems } from './AwardItems.tsx'
import { awardsQuery } from './awards.api.ts'
import styles from './awards.module.css'

const LATEST = 3

/** `/award?id=…` shows one; without it, redirects to giving an award. */
export default function AwardPage() {
  const id = useQueryParam('/award', 'id')
  return id ? <OneAward key={id} id={id} /> : <Hub />
}

function OneAward({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <Page shows={[['awards']]} title={t('awards.one.title')} back="/award-list">
      <AwardDetail id={id} />
    </Page>
  )
}

function Hub() {
  const { t } = useTranslation()
  return (
    <Page
      shows={[['awards']]}
      title={t('awards.title')}
      back="/home"
      footer={
        <IonButton size="large" expand="block" routerLink={to('/award-select')}>
          {t('awards.hub.action')}
        </IonButton>
      }
    >
      <div className="stack">
        <div className={`${emptyStyles.empty} empty ${styles.awardHero}`}>
          <AwardDrawing icon="heart" size={120} />
          <h2>{t('awards.hub.title')}</h2>
          <p>{t('awards.hub.text')}</p>
        </div>
        <Latest />
      </div>
    </Page>
  )
}

function Latest() {
  const { t } = useTranslation()
  const { data, error, isPending, refetch } = useInfiniteQuery(awardsQuery('received'))
  const awards = data?.pages[0]?.awards.slice(0, LATEST) ?? []
  return (
    <>
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton rows={LATEST} /> : null}
      {awards.length > 0 ? <h2>{t('awards.hub.latest')}</h2> : null}
      <AwardItems awards={awards} box="received" />
      <IonButton fill="clear" className="start" routerLink={to('/award-list')}>
        {t('awards.hub.all')}
      </IonButton>
    </>
  )
}
