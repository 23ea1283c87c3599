import { IonButton, useIonRouter } from '@ionic/react'
import { MAX_POOL, type Recurrence } from '@reflet/contract/recurrences'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../../platform/drafts.ts'
import { formatNumber } from '../../../platform/locale.ts'
import { useMedia, WIDE } from '../../../platform/media.ts'
import { to } from '../../../platform/runtime.ts'
import { useUser } from '../../../platform/session.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useToast } from '../../../ui/toast.ts'
import { PeoplePicker } from '../PeoplePicker.tsx'
import { RequestWords } from '../RequestWords.tsx'
import { SkillPicker } from '../SkillPicker.tsx'
import { Rhythm } from './Rhythm.tsx'
import { Rounds } from './Rounds.tsx'
import { asPlan, emptyPlan, isPlanned, type PlanDraft, perRoundOf, toBody, toPatch, toPreview } from './recurrence.ts'
import { previewQuery, useCreateRecurrence, useUpdateRecurrence } from './recurrences.api.ts'

const STEPS = ['skills', 'people', 'rhythm', 'words'] as const
type Step = (typeof STEPS)[number]

interface Props {
  /** The one that is changed; none for a new one. */
  recurrence: Recurrence | undefined
  step: string | null
  /** Back to the list, or to one of it. */
  onLeave: (id?: string) => void
}

/** A plan in four steps on a phone, all of it at once where there is room; the coming rounds are shown before it is saved. */
export function RecurrenceForm({ recurrence, step: wanted, onLeave }: Props) {
  const { t } = useTranslation()
  const router = useIonRouter()
  const wide = useMedia(WIDE)
  const toast = useToast()
  const threshold = useUser()?.company.confidentiality_threshold ?? 3
  const [fresh] = useState(() => (recurrence ? asPlan(recurrence) : emptyPlan()))
  const draft = useDraft<PlanDraft>(recurrence ? `recurrence-${recurrence.id}` : 'recurrence', fresh)
  const create = useCreateRecurrence()
  const update = useUpdateRecurrence()
  const plan = draft.value
  const change = (part: Partial<PlanDraft>) => draft.set((old) => ({ ...old, ...part }))

  const tooFew = plan.confidential && perRoundOf(plan) < threshold
  const reachable = plan.skillIds.length === 0 ? 0 : plan.people.length === 0 ? 1 : isPlanned(plan) ? 3 : 2
  const index = Math.min(Math.max(STEPS.indexOf(wanted as Step), 0), reachable)
  const step = STEPS[index] as Step
  const nextStep = STEPS[index + 1]
  const self = recurrence ? `?id=${recurrence.id}&edit=1` : '?new=1'
  const go = (next: Step) => router.push(to(`/recurrent-feedbacks${self}&step=${next}`), 'none')

  const saved = (id: string) => {
    draft.clear(recurrence ? undefined : emptyPlan())
    toast(t('recur.saved'))
    onLeave(id)
  }
  const save = () =>
    recurrence
      ? update.mutate({ id: recurrence.id, body: toPatch(plan) }, { onSuccess: ({ id }) => saved(id) })
      : create.mutate(toBody(plan), { onSuccess: ({ id }) => saved(id) })
  const pending = create.isPending || update.isPending
  const error = create.error ?? update.error

  const saveButton = (
    <IonButton size="large" expand="block" disabled={reachable < 3 || tooFew || pending} onClick={save}>
      {t(pending ? 'common.saving' : recurrence ? 'common.save' : 'recur.start')}
    </IonButton>
  )
  const nextButton = nextStep ? (
    <IonButton size="large" expand="block" disabled={index >= reachable} onClick={() => go(nextStep)}>
      {t(`recur.next.${nextStep as 'people' | 'rhythm' | 'words'}`)}
    </IonButton>
  ) : (
    saveButton
  )
  const parts: Record<Step, React.ReactNode> = {
    skills: <SkillPicker picked={plan.skillIds} onChange={(skillIds) => change({ skillIds })} />,
    people: <PeoplePicker people={plan.people} max={MAX_POOL} onChange={(people) => change({ people })} />,
    rhythm: <Rhythm plan={plan} saved={recurrence !== undefined} onChange={change} />,
    words: (
      <RequestWords id="recur" draft={plan} threshold={threshold} tooFew={tooFew} frozen={recurrence !== undefined} onChange={change} />
    ),
  }
  const title = t(recurrence ? 'recur.change' : 'recur.new')
  const notice = error ? <ErrorNotice error={error} onRetry={save} /> : null
  if (!draft.ready) {
    return (
      <Page title={title} back="/recurrent-feedbacks">
        <Skeleton />
      </Page>
    )
  }
  if (wide) {
    return (
      <Page title={title} back="/recurrent-feedbacks" wide>
        <div className="panes">
          <div className="stack">
            {parts.skills}
            {parts.people}
          </div>
          <div className="stack">
            {parts.rhythm}
            {parts.words}
            <Preview plan={plan} recurrenceId={recurrence?.id} />
            {notice}
            {saveButton}
          </div>
        </div>
      </Page>
    )
  }
  return (
    <Page title={title} back="/recurrent-feedbacks" footer={nextButton}>
      <p className="quiet small" aria-live="polite">
        {t('ask.step', { n: formatNumber(index + 1), total: formatNumber(STEPS.length) })}
      </p>
      {parts[step]}
      {index >= 2 ? <Preview plan={plan} recurrenceId={recurrence?.id} /> : null}
      {notice}
    </Page>
  )
}

/** The next rounds as the server works them out; what it refuses is said where it is asked. */
function Preview({ plan, recurrenceId }: { plan: PlanDraft; recurrenceId: string | undefined }) {
  const shown = useDeferredValue(plan)
  const { data, error, refetch } = useQuery({ ...previewQuery(toPreview(shown, recurrenceId)), enabled: isPlanned(shown) })
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  return data && isPlanned(plan) ? <Rounds rounds={data.rounds} /> : null
}
