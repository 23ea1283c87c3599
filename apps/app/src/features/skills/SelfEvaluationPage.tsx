import { IonButton, useIonRouter } from '@ionic/react'
import { isSelfEvaluationDue } from '@reflet/contract/skills'
import type { SkillStatistics } from '@reflet/contract/statistics'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../platform/drafts.ts'
import { formatNumber } from '../../platform/locale.ts'
import { useMedia, WIDE } from '../../platform/media.ts'
import { to } from '../../platform/paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { useToast } from '../../ui/toast.ts'
import { useMine } from './my-skills.ts'
import { SelfList } from './SelfList.tsx'
import { SelfRating } from './SelfRating.tsx'
import { type Ratings, useEvaluateMyself } from './skills.api.ts'

const PATH = '/self-evaluation'

const isDue = ({ self }: SkillStatistics) => self !== null && isSelfEvaluationDue(self.created_at, Date.now())

/** Self-evaluation, skill by skill: the list, and the open one; side by side on a wide screen. */
export default function SelfEvaluationPage() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const toast = useToast()
  const wide = useMedia(WIDE)
  const wanted = useQueryParam(PATH, 'skill')
  const { data, error, isPending, refetch } = useMine()
  const draft = useDraft<Ratings>('self-evaluation', {})
  const evaluate = useEvaluateMyself()

  const skills = data?.statistics.filter(({ chosen }) => chosen) ?? []
  const ids = skills.map(({ skill }) => skill.id)
  // Ratings of skills that are no longer mine are not sent.
  const ratings: Ratings = Object.fromEntries(Object.entries(draft.value).filter(([id]) => ids.includes(id)))
  const count = Object.keys(ratings).length
  const due = skills.filter(isDue).length
  const untouched = skills.filter(({ skill }) => ratings[skill.id] === undefined)
  const opened =
    skills.find(({ skill }) => skill.id === wanted) ?? (wide ? (skills.find((one) => !one.self || isDue(one)) ?? skills[0]) : undefined)
  const next = opened && untouched.find(({ skill }) => ids.indexOf(skill.id) > ids.indexOf(opened.skill.id))

  const alone = opened !== undefined && !wide
  const open = (skillId: string, how: 'push' | 'replace' = 'push') => router.push(to(`${PATH}?skill=${skillId}`), 'none', how)
  const rate = (skillId: string, rating: number | undefined) =>
    draft.set(({ [skillId]: _old, ...others }) => (rating === undefined ? others : { ...others, [skillId]: rating }))
  const save = () =>
    evaluate.mutate(ratings, {
      onSuccess: () => {
        draft.clear({})
        toast(t('self.saved', { count, n: formatNumber(count) }))
        if (alone) router.push(to(PATH), 'none', 'replace')
      },
    })

  const saveButton = (
    <IonButton size="large" disabled={count === 0 || evaluate.isPending} onClick={save}>
      {evaluate.isPending ? t('common.saving') : count > 0 ? t('self.save', { count, n: formatNumber(count) }) : t('common.save')}
    </IonButton>
  )
  const footer =
    alone && next ? (
      <IonButton size="large" onClick={() => open(next.skill.id, 'replace')}>
        {t('self.next')}
      </IonButton>
    ) : (
      saveButton
    )
  const list = (
    <section className="stack" aria-label={t('self.title')}>
      <p>{t('self.intro')}</p>
      {due > 0 ? (
        <p className="notice notice-gentle" role="status">
          {t('self.due', { count: due, n: formatNumber(due) })}
        </p>
      ) : null}
      {draft.restored && count > 0 ? (
        <p className="quiet small" role="status">
          {t('self.restored')}
        </p>
      ) : null}
      <SelfList skills={skills} ratings={ratings} openId={wide ? opened?.skill.id : undefined} onOpen={(id) => open(id)} onRate={rate} />
      <TrustLine>{t('self.only_me')}</TrustLine>
    </section>
  )
  const detail = opened ? (
    <SelfRating
      key={opened.skill.id}
      statistics={opened}
      rating={ratings[opened.skill.id]}
      onRate={(rating) => rate(opened.skill.id, rating)}
      onNext={wide && next ? () => open(next.skill.id) : undefined}
    />
  ) : null
  return (
    <Page
      shows={[['statistics'], ['skills'], ['self-evaluations']]}
      title={t('self.title')}
      back={alone ? PATH : '/skills'}
      wide={wide}
      footer={skills.length > 0 ? footer : undefined}
    >
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending || (data && !draft.ready) ? <Skeleton avatar={false} /> : null}
      {data && skills.length === 0 ? (
        <EmptyState drawing="mirror" title={t('ask.skills.empty')} text={t('self.empty')}>
          <IonButton routerLink={to('/skills')}>{t('ask.skills.choose')}</IonButton>
        </EmptyState>
      ) : null}
      {skills.length > 0 && draft.ready ? (
        <div className="stack">
          {evaluate.error ? <ErrorNotice error={evaluate.error} onRetry={save} /> : null}
          {alone ? (
            detail
          ) : (
            <div className={detail ? 'panes' : undefined}>
              {list}
              {detail}
            </div>
          )}
        </div>
      ) : null}
    </Page>
  )
}
