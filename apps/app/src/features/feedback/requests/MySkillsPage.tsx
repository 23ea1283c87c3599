import { IonButton, useIonRouter } from '@ionic/react'
import { lacksColleagues } from '@reflet/contract/feedback'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddress } from '../../../platform/address.ts'
import { useDraft } from '../../../platform/drafts.ts'
import { feelSuccess } from '../../../platform/haptics.ts'
import { noteSent } from '../../../platform/just-sent.ts'
import { formatList } from '../../../platform/lists.ts'
import { formatNumber } from '../../../platform/locale.ts'
import { useMedia, WIDE } from '../../../platform/media.ts'
import { to } from '../../../platform/paths.ts'
import { useUser } from '../../../platform/session.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { NamesBar } from '../../../ui/Names.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { isKeyUsed, useSendLater } from '../../../ui/send-later.ts'
import { useStepFocus } from '../../../ui/step-focus.ts'
import { useToast } from '../../../ui/toast.ts'
import { useAskArrivals } from '../../directory/handover.api.ts'
import { nameOf } from '../../directory/person.api.ts'
import { statisticsQuery } from '../../statistics/statistics.api.ts'
import { useCreateRequest } from '../feedback.api.ts'
import { AskPreview } from './AskPreview.tsx'
import { AskSummary } from './AskSummary.tsx'
import { type AskDraft, emptyDraft, receive, toRequest, waitingRequest } from './ask.ts'
import { OtherWays } from './OtherWays.tsx'
import { PeoplePicker } from './PeoplePicker.tsx'
import { usePeopleField } from './people-field.ts'
import { RequestWords } from './RequestWords.tsx'
import { SentRequests } from './SentRequests.tsx'
import { SkillPicker } from './SkillPicker.tsx'
import { isTooNew } from './too-new.ts'

const STEPS = ['skills', 'people', 'words'] as const
type Step = (typeof STEPS)[number]

/** The names of the selected skills, in my order. */
function useSkillNames(ids: readonly string[]) {
  const { data } = useQuery(statisticsQuery)
  return data?.skills.filter(({ skill }) => ids.includes(skill.id)).map(({ skill }) => skill.name) ?? []
}

/** A request in three steps: skills, people, and text with a preview. On a wide screen all of it is one page. */
export default function MySkillsPage() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const wide = useMedia(WIDE)
  const wanted = useAddress(({ search, pathname }) => (pathname === to('/my-skills') ? new URLSearchParams(search).get('step') : null))
  const [fresh] = useState(emptyDraft)
  const draft = useDraft<AskDraft>('ask', fresh)
  const create = useCreateRequest()
  const threshold = useUser()?.company.confidentiality_threshold ?? 3
  const { skillIds, people, confidential } = draft.value
  const names = useSkillNames(skillIds)
  const refusal = isTooNew(create.error) ? create.error : undefined
  const change = (part: Partial<AskDraft>) => {
    // It is about the people and the choice as they were sent.
    if (refusal) create.reset()
    draft.set((old) => ({ ...old, ...part }))
  }
  const field = usePeopleField(people, (next) => change({ people: next }))
  const toast = useToast()
  const sendLater = useSendLater()
  useAskArrivals(draft.ready, (arriving) => {
    const { draft: next, leftOut } = receive(draft.value, arriving)
    draft.set(next)
    const left = formatList(leftOut.map(nameOf))
    if (left) toast(t('ask.people.left_out', { n: formatNumber(next.people.length), names: left }))
  })

  // A step opens only when the previous ones are filled in.
  const reachable = skillIds.length === 0 ? 0 : people.length === 0 ? 1 : 2
  const index = Math.min(Math.max(STEPS.indexOf(wanted as Step), 0), reachable)
  const step = STEPS[index] as Step
  const content = useStepFocus(draft.ready && !wide ? step : undefined)
  const tooFew = lacksColleagues(people, confidential, threshold)
  // A typed address is added when the button is pressed.
  const hasPeople = people.length > 0 || field.isTyped

  const send = () => {
    const all = field.settle()
    if (!all) return
    const written = { ...draft.value, people: [...all] }
    create.mutate(toRequest(written), {
      onSuccess: (sent) => {
        feelSuccess()
        draft.clear(emptyDraft())
        noteSent(sent.id)
        router.push(to(`/request-confirmation/${sent.id}`), 'forward', 'replace')
      },
      onError: (failure) => {
        if (isKeyUsed(failure)) change({ key: crypto.randomUUID() })
        void sendLater(failure, waitingRequest(written, names), () => {
          create.reset()
          draft.clear(emptyDraft())
        })
      },
    })
  }
  const go = (next: Step) => router.push(to(`/my-skills?step=${next}`), 'none')
  const goOn = (next: Step) => {
    if (step !== 'people' || field.settle()) go(next)
  }

  const count = (number: number) => ({ count: number, n: formatNumber(number) })
  const sendText = wide
    ? t('ask.send_all', { people: t('ask.send_people', count(people.length)), skills: t('ask.send_skills', count(skillIds.length)) })
    : t('ask.send', count(people.length))
  // With too few colleagues the button leads to where they are added.
  const toPeople = () => (wide ? field.focus() : go('people'))
  const sendButton = tooFew ? (
    <IonButton size="large" {...(!wide && { expand: 'block' })} onClick={toPeople}>
      {t('ask.next.people')}
    </IonButton>
  ) : (
    <IonButton
      size="large"
      {...(!wide && { expand: 'block' })}
      disabled={skillIds.length === 0 || !hasPeople || create.isPending}
      onClick={send}
    >
      {create.isPending ? t('ask.sending') : skillIds.length > 0 && people.length > 0 ? sendText : t('ask.send_nothing')}
    </IonButton>
  )
  const bar = <NamesBar names={people.map(nameOf)}>{sendButton}</NamesBar>
  const nextStep = STEPS[index + 1]
  const nextButton = nextStep ? (
    <IonButton
      size="large"
      expand="block"
      disabled={index >= reachable && !(step === 'people' && hasPeople)}
      onClick={() => goOn(nextStep)}
    >
      {t(`ask.next.${nextStep as 'people' | 'words'}`)}
    </IonButton>
  ) : (
    sendButton
  )
  const skills = <SkillPicker picked={skillIds} onChange={(ids) => change({ skillIds: ids })} />
  const who = <PeoplePicker field={field} />
  const words = <RequestWords draft={draft.value} threshold={threshold} tooFew={tooFew} refusal={refusal} onChange={change} />
  const preview = reachable === 2 ? <AskPreview draft={draft.value} skills={names} threshold={threshold} /> : null
  const error = create.error && !refusal ? <ErrorNotice error={create.error} onRetry={send} /> : null
  const page = { shows: [['statistics'], ['feedback', 'sent'], ['suggestions'], ['contacts']], title: t('ask.title') }

  if (!draft.ready) {
    return (
      <Page {...page}>
        <Skeleton />
      </Page>
    )
  }
  if (wide) {
    return (
      <Page {...page} wide footer={bar}>
        <div className="panes">
          <div className="stack">
            {skills}
            <OtherWays />
            <SentRequests />
          </div>
          <div className="stack">
            {who}
            {words}
            {preview}
            {error}
          </div>
        </div>
      </Page>
    )
  }
  return (
    <Page {...page} {...(index > 0 && { back: '/my-skills' })} footer={nextButton}>
      <section className="stack" ref={content}>
        <p className="quiet small" aria-live="polite">
          {t('ask.step', { n: formatNumber(index + 1), total: formatNumber(STEPS.length) })}
        </p>
        {step === 'skills' ? (
          <>
            {people.length > 0 ? <p className="notice notice-calm">{t('ask.for', { names: formatList(people.map(nameOf)) })}</p> : null}
            {skills}
            <OtherWays />
            <SentRequests />
          </>
        ) : null}
        {step === 'people' ? who : null}
        {step === 'words' ? (
          <>
            <AskSummary people={people} skills={names} onPeople={() => go('people')} onSkills={() => go('skills')} />
            {words}
            {preview}
          </>
        ) : null}
        {error}
      </section>
    </Page>
  )
}
