import { IonButton } from '@ionic/react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { formatDate, formatNumber } from '../../platform/locale.ts'
import { to } from '../../platform/runtime.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Answers } from './Answers.tsx'
import { Distribution } from './Distribution.tsx'
import { MirrorScale } from './MirrorScale.tsx'
import { skillStatisticsQuery } from './statistics.api.ts'
import { Trend } from './Trend.tsx'
import './statistics.css'

/** One skill: how others see it, how I see it, how that moved, and every answer that I may read. */
export default function SkillStatisticsPage() {
  const { t } = useTranslation()
  const { skillId = '' } = useParams()
  const { data, error, isPending, refetch } = useQuery({ ...skillStatisticsQuery(skillId), enabled: skillId !== '' })
  const tenths = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return (
    <Page title={data?.skill.name ?? t('skill.title')} back="/dashboard" wide onRefresh={refetch}>
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton avatar={false} /> : null}
      {data ? (
        <div className="panes">
          <section className="stack">
            <p className="quiet" dir="auto">
              {data.skill.description}
            </p>
            <div className="card stack">
              <div className="figures">
                <p>
                  <span className="figure others-word">{data.score === null ? '–' : formatNumber(data.score, tenths)}</span>
                  <span className="quiet small">{t('skill.others', { count: data.n, n: formatNumber(data.n) })}</span>
                </p>
                <p>
                  <span className="figure self-word">{data.self ? formatNumber(data.self.rating) : '–'}</span>
                  <span className="quiet small">
                    {data.self ? t('skill.self', { date: formatDate(data.self.created_at) }) : t('skill.no_self')}
                  </span>
                </p>
              </div>
              <MirrorScale others={data.score} self={data.self?.rating ?? null} />
              {data.mirror === 'unknown' ? null : (
                <p>
                  <strong>{t(`mirror.${data.mirror}.label`)}.</strong> {t(`mirror.${data.mirror}.text`)}
                </p>
              )}
            </div>
            {data.n > 0 ? (
              <div className="card stack">
                <h2>{t('skill.distribution')}</h2>
                <Distribution distribution={data.distribution} />
                {data.not_observed > 0 ? (
                  <p className="quiet small">{t('skill.not_observed', { count: data.not_observed, n: formatNumber(data.not_observed) })}</p>
                ) : null}
              </div>
            ) : null}
            {data.trend.length > 1 ? (
              <div className="card stack">
                <h2>{t('skill.trend')}</h2>
                <Trend points={data.trend} />
              </div>
            ) : null}
          </section>
          <section className="stack">
            <h2>{t('dashboard.answers')}</h2>
            <Answers skillId={skillId} empty={<EmptyState drawing="ask" title={t('skill.empty')} text={t('skill.empty_text')} />} />
            <IonButton className="start" fill={data.n > 0 ? 'outline' : 'solid'} routerLink={to('/my-skills')}>
              {t('home.ask')}
            </IonButton>
          </section>
        </div>
      ) : null}
    </Page>
  )
}
