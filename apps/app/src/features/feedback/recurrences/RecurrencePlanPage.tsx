import { IonButton, useIonRouter } from '@ionic/react'
import { lacksColleagues } from '@reflet/contract/feedback'
import { MAX_POOL } from '@reflet/contract/recurrences'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { useAddress } from '../../../platform/address.ts'
import { useDraft } from '../../../platform/drafts.ts'
import { formatNumber } from '../../../platform/locale.ts'
import { useMedia, WIDE } from '../../../platform/media.ts'
import { to } from '../../../platform/paths.ts'
import { useUser } from '../../../platform/session.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useSearchPages } from '../../../ui/search-pages.ts'
import { useToast } from '../../../ui/toast.ts'
import { PeoplePicker } from '../requests/PeoplePicker.tsx'
import { usePeopleField } from '../requests/people-field.ts'
import { RequestWords } from '../requests/RequestWords.tsx'
import { SkillPicker } from '../requests/SkillPicker.tsx'
import { isTooNew } from '../requests/too-new.ts'
import { Preview } from './Preview.tsx'
import { Rhythm } from './Rhythm.tsx'
import { asPlan, emptyPlan, missingIn, type PlanDraft, perRoundOf, toBody, toPatch } from './recurrence.ts'
import { recurrencesQuery, useCreateRecurrence, useUpdateRecurrence } from './recurrences.api.ts'

const PATH = '/recurrent-feedbacks'
const STEPS = ['skills', 'people', 'rhythm', 'words'] as const
type Step = (typeof STEPS)[number]
/** In which step each part is filled in. */
const STEP_OF = { skills: 0, people: 1, starts: 2, ends: 2 } as const

/** The saved plan, editable until it has ended. */
function useSaved(id: string | undefined) {
  const list = useInfiniteQuery({ ...recurrencesQuery, enabled: id !== undefined })
  const found = list.data?.pages.flatMap((page) => page.recurrences).find((one) => one.id === id)
  const searching = useSearchPages(list, id === undefined || found !== undefined)
  const saved = found?.state === 'ended' ? undefined : found
  return { saved, list, lost: id !== undefined && !saved, searching: list.isPending || searching }
}

/** A plan in four steps on a phone, in one page on a wide screen; the coming rounds are shown before it is saved. */
export default function RecurrencePlanPage() {
  const { t } = useTranslation()
  const { id } = useParams()
  const router = useIonRouter()
  const wide = useMedia(WIDE)
  const toast = useToast()
  const self = id ? `${PATH}/plan/${id}` : `${PATH}/plan`
  const wanted = useAddress(({ search, pathname }) => (pathname === to(self) ? new URLSearchParams(search).get('step') : null))
  const threshold = useUser()?.company.confidentiality_threshold ?? 3
  const { saved, list, lost, searching } = useSaved(id)
  const [fresh, setFresh] = useState(emptyPlan)
  const draft = useDraft<PlanDraft | null>(id ? `recurrence-${id}` : 'recurrence', null)
  const create = useCreateRecurrence()
  const update = useUpdateRecurrence()
  const base = saved ? asPlan(saved) : fresh
  const plan = draft.value ?? base
  const error = create.error ?? update.error
  const refusal = isTooNew(error) ? error : undefined
  const change = (part: Partial<PlanDraft>) => {
    // It is about the people and the choice as they were sent.
    if (refusal) for (const sent of [create, update]) sent.reset()
    draft.set((old) => ({ ...(old ?? base), ...part }))
  }

  const field = usePeopleField(plan.people, (people) => change({ people }), MAX_POOL)
  // A typed address is added when the button is pressed.
  const hasPeople = plan.people.length > 0 || field.isTyped

  const tooFew = (plan.confidential && perRoundOf(plan) < threshold) || lacksColleagues(plan.people, plan.confidential, threshold)
  const [missing] = missingIn(plan)
  const reachable = missing ? STEP_OF[missing] : 3
  const index = Math.min(Math.max(STEPS.indexOf(wanted as Step), 0), reachable)
  const step = STEPS[index] as Step
  const nextStep = STEPS[index + 1]
  const goOn = (next: Step) => {
    if (step !== 'people' || field.settle()) router.push(to(`${self}?step=${next}`), 'none')
  }

  const done = (savedId: string) => {
    draft.clear(null)
    setFresh(emptyPlan())
    toast(t('recur.saved'))
    router.push(to(`${PATH}?id=${savedId}`), 'back', 'replace')
  }
  const save = () => {
    const people = field.settle()
    if (!people) return
    const whole = { ...plan, people: [...people] }
    if (id) update.mutate({ id, body: toPatch(whole) }, { onSuccess: (one) => done(one.id) })
    else create.mutate(toBody(whole), { onSuccess: (one) => done(one.id) })
  }
  const pending = create.isPending || update.isPending

  const reason = missing ? <p className="quiet small">{t(`recur.missing.${missing}`)}</p> : null
  const saveButton = (
    <IonButton size="large" expand="block" disabled={missing !== undefined || tooFew || pending} onClick={save}>
      {t(pending ? 'common.saving' : id ? 'common.save' : 'recur.start')}
    </IonButton>
  )
  const nextButton = nextStep ? (
    <IonButton
      size="large"
      expand="block"
      disabled={index >= reachable && !(step === 'people' && hasPeople)}
      onClick={() => goOn(nextStep)}
    >
      {t(`recur.next.${nextStep as 'people' | 'rhythm' | 'words'}`)}
    </IonButton>
  ) : (
    saveButton
  )
  // What the first two steps lack is their question.
  const footer = (
    <>
      {step === 'rhythm' ? reason : null}
      {nextButton}
    </>
  )
  const parts: Record<Step, ReactNode> = {
    skills: <SkillPicker picked={plan.skillIds} onChange={(skillIds) => change({ skillIds })} />,
    people: <PeoplePicker field={field} />,
    rhythm: <Rhythm plan={plan} saved={id !== undefined} onChange={change} />,
    words: (
      <RequestWords
        id="recur"
        draft={plan}
        threshold={threshold}
        tooFew={tooFew}
        tooFewText="recur.too_few"
        refusal={refusal}
        frozen={id !== undefined}
        onChange={change}
      />
    ),
  }
  const preview = <Preview plan={plan} recurrenceId={id} />
  const notice = error && !refusal ? <ErrorNotice error={error} onRetry={save} /> : null
  const ready = draft.ready && !lost
  return (
    <Page
      shows={[['feedback', 'recurrences'], ['statistics'], ['contacts']]}
      title={t(id ? 'recur.change' : 'recur.new')}
      back={PATH}
      wide={wide}
      footer={ready && !wide ? footer : undefined}
    >
      {list.error && lost ? <ErrorNotice error={list.error} onRetry={() => void list.refetch()} /> : null}
      {lost && !searching && !list.error ? <p className="notice notice-calm">{t('errors.recurrence_ended')}</p> : null}
      {draft.ready && !(lost && searching) ? null : <Skeleton avatar={false} />}
      {ready && wide ? (
        <div className="panes">
          <div className="stack">
            {parts.skills}
            {parts.people}
          </div>
          <div className="stack">
            {parts.rhythm}
            {parts.words}
            {preview}
            {notice}
            {reason}
            {saveButton}
          </div>
        </div>
      ) : null}
      {ready && !wide ? (
        <div className="stack">
          <p className="quiet small" aria-live="polite">
            {t('ask.step', { n: formatNumber(index + 1), total: formatNumber(STEPS.length) })}
          </p>
          {parts[step]}
          {index >= 2 ? preview : null}
          {notice}
        </div>
      ) : null}
    </Page>
  )
}
