import { IonButton } from '@ionic/react'
import { MAX_CHOSEN_SKILLS } from '@reflet/contract/skills'
import type { SkillStatistics } from '@reflet/contract/statistics'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatList } from '../../platform/lists.ts'
import { formatMean, formatNumber } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import { useConfirm } from '../../ui/confirm.ts'
import { useCounts } from '../../ui/counts.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useMine } from './my-skills.ts'
import { useResetSkills } from './skills.api.ts'
import styles from './skills.module.css'

/** Resets the scores of some skills, after a preview of the effect. */
export default function ResetSkillsPage() {
  const { t } = useTranslation()
  const ask = useConfirm()
  const { data, error, isPending, refetch } = useMine()
  const reset = useResetSkills()
  const [picked, setPicked] = useState<readonly string[]>([])
  const [done, setDone] = useState<readonly string[]>([])

  const scored = data?.statistics.filter(({ n }) => n > 0) ?? []
  const chosen = scored.filter(({ skill }) => picked.includes(skill.id))
  const toggle = (id: string) => setPicked((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]))
  const numbers = { count: chosen.length, n: formatNumber(chosen.length) }

  const restart = () =>
    reset.mutate(
      chosen.map(({ skill }) => skill.id),
      {
        onSuccess: () => {
          setDone(chosen.map(({ skill }) => skill.name))
          setPicked([])
        },
      },
    )
  const confirm = () =>
    ask({
      header: t('restart.confirm', numbers),
      message: t('restart.confirm_text'),
      action: t('restart.action'),
      onConfirm: restart,
    })

  const choosing = scored.length > 0 && done.length === 0
  const footer = (
    <IonButton size="large" disabled={chosen.length === 0 || reset.isPending} onClick={confirm}>
      {reset.isPending ? t('common.saving') : chosen.length > 0 ? t('restart.submit', numbers) : t('restart.action')}
    </IonButton>
  )
  return (
    <Page shows={[['statistics'], ['skills']]} title={t('restart.title')} back="/skills" footer={choosing ? footer : undefined}>
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton avatar={false} /> : null}
      {done.length > 0 ? (
        <EmptyState drawing="mirror" title={t('restart.done')} text={t('restart.done_text', { skills: formatList(done) })}>
          <IonButton routerLink={to('/my-skills')}>{t('home.ask')}</IonButton>
          <IonButton fill="clear" onClick={() => setDone([])}>
            {t('restart.more')}
          </IonButton>
        </EmptyState>
      ) : null}
      {data && scored.length === 0 && done.length === 0 ? (
        <EmptyState drawing="mirror" title={t('restart.empty')} text={t('restart.empty_text')}>
          <IonButton routerLink={to('/dashboard')}>{t('menu.dashboard')}</IonButton>
        </EmptyState>
      ) : null}
      {choosing ? (
        <div className="stack">
          <p>{t('restart.intro')}</p>
          {reset.error ? <ErrorNotice error={reset.error} onRetry={restart} /> : null}
          <div className="option-list">
            {scored.map((statistics) => (
              <Choice
                key={statistics.skill.id}
                statistics={statistics}
                checked={picked.includes(statistics.skill.id)}
                full={picked.length >= MAX_CHOSEN_SKILLS}
                onToggle={toggle}
              />
            ))}
          </div>
        </div>
      ) : null}
    </Page>
  )
}

interface ChoiceProps {
  statistics: SkillStatistics
  checked: boolean
  full: boolean
  onToggle: (id: string) => void
}

/** A skill with its score; once selected, with the effect. */
function Choice({ statistics: { skill, score, n, not_observed, pending }, checked, full, onToggle }: ChoiceProps) {
  const { t } = useTranslation()
  const answers = n + not_observed
  const say = useCounts()
  return (
    <label className="option">
      <input type="checkbox" checked={checked} disabled={full && !checked} onChange={() => onToggle(skill.id)} />
      <span>
        <strong dir="auto">{skill.name}</strong>
        <span className="quiet small">{say.score(score, n)}</span>
        {checked ? (
          <span className={`small ${styles.resetEffect}`}>
            {t('restart.score', { score: formatMean(score), count: n, n: formatNumber(n) })}{' '}
            {t('restart.answers', { count: answers, n: formatNumber(answers) })}
            {pending > 0 ? ` ${t('restart.pending', { count: pending, n: formatNumber(pending) })}` : ''}
          </span>
        ) : null}
      </span>
    </label>
  )
}
