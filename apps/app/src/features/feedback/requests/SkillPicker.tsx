import { IonButton, IonIcon } from '@ionic/react'
import { MAX_SKILLS_PER_REQUEST } from '@reflet/contract/feedback'
import { useQuery } from '@tanstack/react-query'
import { addOutline } from 'ionicons/icons'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../platform/locale.ts'
import { to } from '../../../platform/paths.ts'
import { useCounts } from '../../../ui/counts.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { STEP_HEADING } from '../../../ui/step-focus.ts'
import { statisticsQuery } from '../../statistics/statistics.api.ts'

interface Props {
  /** The error of the selection. */
  error?: string | undefined
  picked: readonly string[]
  onChange: (ids: string[]) => void
}

/** My skills with their state; up to five of them for one request. */
export function SkillPicker({ picked, error: problem, onChange }: Props) {
  const { t } = useTranslation()
  const say = useCounts()
  const { data, error, isPending, isFetching, refetch } = useQuery(statisticsQuery)
  const mine = data?.skills.filter(({ chosen }) => chosen) ?? []
  // A skill that is no longer mine is invisible: it must not stay selected. One chosen a moment ago is only in the newest response.
  const seen = data && !isFetching ? picked.filter((id) => mine.some(({ skill }) => skill.id === id)) : picked
  useEffect(() => {
    if (seen.length < picked.length) onChange([...seen])
  })
  const toggle = (id: string) => onChange(picked.includes(id) ? picked.filter((one) => one !== id) : [...picked, id])
  return (
    <section className="stack" aria-label={t('ask.skills.title')}>
      <div>
        <h2 {...STEP_HEADING}>{t('ask.skills.title')}</h2>
        <p className="quiet">{t('ask.skills.hint', { n: formatNumber(MAX_SKILLS_PER_REQUEST) })}</p>
      </div>
      {problem ? <p className="field-error">{problem}</p> : null}
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton avatar={false} /> : null}
      {data && mine.length === 0 ? (
        <EmptyState drawing="ask" title={t('ask.skills.empty')} text={t('ask.skills.empty_text')}>
          <IonButton routerLink={to('/skills')}>{t('ask.skills.choose')}</IonButton>
        </EmptyState>
      ) : null}
      {mine.length > 0 ? (
        <div className="option-list">
          {mine.map(({ skill, score, n, pending }) => (
            <label className="option" key={skill.id}>
              <input
                type="checkbox"
                checked={picked.includes(skill.id)}
                disabled={!picked.includes(skill.id) && picked.length >= MAX_SKILLS_PER_REQUEST}
                onChange={() => toggle(skill.id)}
              />
              <span>
                <strong dir="auto">{skill.name}</strong>
                <span className="quiet small">
                  {[say.score(score, n), pending > 0 && say.awaited(pending)].filter(Boolean).join(' · ')}
                </span>
              </span>
            </label>
          ))}
        </div>
      ) : null}
      {mine.length > 0 ? (
        <IonButton fill="clear" className="start" routerLink={to('/skills')}>
          <IonIcon slot="start" icon={addOutline} aria-hidden="true" />
          {t('ask.skills.change')}
        </IonButton>
      ) : null}
    </section>
  )
}
