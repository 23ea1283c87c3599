import { IonButton, useIonRouter } from '@ionic/react'
import { lacksColleagues } from '@reflet/contract/feedback'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddress } from '../../../platform/address.ts'
import { useDraft } from '../../../platform/drafts.ts'
import { formatList, formatNumber } from '../../../platform/locale.ts'
import { useMedia, WIDE } from '../../../platform/media.ts'
import { to } from '../../../platform/paths.ts'
import { useUser } from '../../../platform/session.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useToast } from '../../../ui/toast.ts'
import { useAskArrivals } from '../../directory/handover.api.ts'
import { nameOf } from '../../directory/person.api.ts'
import { useCreateRequest } from '../feedback.api.ts'
import { type AskDraft, emptyDraft, receive, toRequest } from './ask.ts'
import { OtherWays } from './OtherWays.tsx'
import { PeoplePicker } from './PeoplePicker.tsx'
import { RequestWords } from './RequestWords.tsx'
import { SentRequests } from './SentRequests.tsx'
import { SkillPicker } from './SkillPicker.tsx'

const STEPS = ['skills', 'people', 'words'] as const
type Step = (typeof STEPS)[number]

/** A request in three steps: skills, people, and text. On a wide screen all three are side by side. */
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
  const change = (part: Partial<AskDraft>) => draft.set((old) => ({ ...old, ...part }))
  const toast = useToast()
  useAskArrivals(draft.ready, (arriving) => {
    const { draft: next, leftOut } = receive(draft.value, arriving)
    draft.set(next)
    const names = formatList(leftOut.map(nameOf))
    if (names) toast(t('ask.people.left_out', { n: formatNumber(next.people.length), names }))
  })

  // A step opens only when the previous ones are filled in.
  const reachable = skillIds.length === 0 ? 0 : people.length === 0 ? 1 : 2
  const index = Math.min(Math.max(STEPS.indexOf(wanted as Step), 0), reachable)
  const step = STEPS[index] as Step
  const tooFew = lacksColleagues(people, confidential, threshold)
  const ready = reachable === 2 && !tooFew

  const send = () =>
    create.mutate(toRequest(draft.value), {
      onSuccess: (sent) => {
        draft.clear(emptyDraft())
        router.push(to(`/request-confirmation/${sent.id}`), 'forward', 'replace')
      },
    })
  const go = (next: Step) => router.push(to(`/my-skills?step=${next}`), 'none')

  const sendButton = (
    <IonButton size="large" expand="block" disabled={!ready || create.isPending} onClick={send}>
      {create.isPending ? t('ask.sending') : t('ask.send', { count: people.length, n: formatNumber(people.length) })}
    </IonButton>
  )
  const nextStep = STEPS[index + 1]
  const nextButton = nextStep ? (
    <IonButton size="large" expand="block" disabled={index >= reachable} onClick={() => go(nextStep)}>
      {t(`ask.next.${nextStep as 'people' | 'words'}`)}
    </IonButton>
  ) : (
    sendButton
  )
  const skills = <SkillPicker picked={skillIds} onChange={(ids) => change({ skillIds: ids })} />
  const who = <PeoplePicker people={people} onChange={(next) => change({ people: next })} />
  const words = <RequestWords draft={draft.value} threshold={threshold} tooFew={tooFew} onChange={change} />
  const error = create.error ? <ErrorNotice error={create.error} onRetry={send} /> : null

  if (!draft.ready) {
    return (
      <Page shows={[['statistics'], ['feedback', 'sent'], ['suggestions'], ['contacts']]} title={t('ask.title')}>
        <Skeleton />
      </Page>
    )
  }
  if (wide) {
    return (
      <Page shows={[['statistics'], ['feedback', 'sent'], ['suggestions'], ['contacts']]} title={t('ask.title')} wide>
        <div className="panes">
          <div className="stack">
            {skills}
            <OtherWays />
            <SentRequests />
          </div>
          <div className="stack">
            {who}
            {words}
            {error}
            {sendButton}
          </div>
        </div>
      </Page>
    )
  }
  return (
    <Page
      shows={[['statistics'], ['feedback', 'sent'], ['suggestions'], ['contacts']]}
      title={t('ask.title')}
      {...(index > 0 && { back: '/my-skills' })}
      footer={nextButton}
    >
      <p className="quiet small" aria-live="polite">
        {t('ask.step', { n: formatNumber(index + 1), total: formatNumber(STEPS.length) })}
      </p>
      {step === 'skills' ? (
        <div className="stack">
          {people.length > 0 ? <p className="notice notice-calm">{t('ask.for', { names: formatList(people.map(nameOf)) })}</p> : null}
          {skills}
          <OtherWays />
          <SentRequests />
        </div>
      ) : null}
      {step === 'people' ? who : null}
      {step === 'words' ? words : null}
      {error}
    </Page>
  )
}
