import { IonButton } from '@ionic/react'
import type { QualityIndex } from '@reflet/contract/quality'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { QualityParts } from './QualityParts.tsx'
import { QualityRing } from './QualityRing.tsx'
import { QualityTips } from './QualityTips.tsx'
import { QualityTrend } from './QualityTrend.tsx'
import { qualityQuery } from './quality.api.ts'
import styles from './quality.module.css'

/** The quality of my own feedback, with tips. Visible to me only: people are never ranked. */
export default function QualityIndexPage() {
  const { t } = useTranslation()
  const { data, error, isPending, refetch } = useQuery(qualityQuery)
  return (
    <Page shows={[['feedback', 'quality']]} title={t('quality.title')} back="/answer" wide>
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton rows={4} avatar={false} /> : null}
      {data ? <Mine mine={data} /> : null}
    </Page>
  )
}

function Mine({ mine }: { mine: QualityIndex }) {
  const { t } = useTranslation()
  const { index, parts, n, rated, trend } = mine
  if (index === null || !parts) {
    return (
      <EmptyState drawing="answer" title={t('quality.empty')} text={t('quality.empty_text')}>
        <IonButton routerLink={to('/answer')}>{t('menu.answer')}</IonButton>
        <TrustLine sealed>{t('quality.trust')}</TrustLine>
      </EmptyState>
    )
  }
  return (
    <div className="panes">
      <section className="stack">
        <div className={`card ${styles.qualityMine}`}>
          <QualityRing index={index} />
          <div>
            <p>{t('quality.from', { count: n, n: formatNumber(n) })}</p>
            <p className="quiet">{t('quality.rated', { count: rated, n: formatNumber(rated) })}</p>
          </div>
        </div>
        <TrustLine sealed>{t('quality.trust')}</TrustLine>
        {trend.length > 1 ? (
          <div className="card stack">
            <h2>{t('quality.trend')}</h2>
            <QualityTrend points={trend} />
          </div>
        ) : null}
      </section>
      <section className="stack">
        <div className="card stack">
          <h2>{t('quality.parts')}</h2>
          <QualityParts parts={parts} />
          <p className="quiet small">{t('quality.how')}</p>
        </div>
        <QualityTips parts={parts} />
        <IonButton className="start" fill="outline" routerLink={to('/answer')}>
          {t('menu.answer')}
        </IonButton>
      </section>
    </div>
  )
}
