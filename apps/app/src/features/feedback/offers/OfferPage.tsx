import { IonButton, useIonRouter } from '@ionic/react'
import type { GiverRelation } from '@reflet/contract/relations'
import type { Skill } from '@reflet/contract/skills'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { putDraft, useDraft } from '../../../platform/drafts.ts'
import { noteSent } from '../../../platform/just-sent.ts'
import { useMedia, WIDE } from '../../../platform/media.ts'
import { to } from '../../../platform/paths.ts'
import { ErrorNotice, useErrorText } from '../../../ui/ErrorNotice.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { SkillHeading } from '../../../ui/SkillHeading.tsx'
import { isKeyUsed, useSendLater } from '../../../ui/send-later.ts'
import { TrustLine } from '../../../ui/TrustLine.tsx'
import { useToast } from '../../../ui/toast.ts'
import { useOfferArrivals } from '../../directory/handover.api.ts'
import { PersonWords } from '../../directory/PersonOption.public.tsx'
import type { ColleagueRef } from '../../directory/person.api.ts'
import { catalogueQuery } from '../../skills/skills.api.ts'
import { AnswerAs } from '../answers/AnswerAs.tsx'
import { AnswerForm } from '../answers/AnswerForm.tsx'
import { draftOfAnswer, type NewAnswer } from '../feedback.api.ts'
import { OfferPerson } from './OfferPerson.tsx'
import { OfferSkill } from './OfferSkill.tsx'
import { useOfferFeedback } from './offer.api.ts'
import styles from './offer.module.css'
import { emptyOffer, type OfferDraft, toOffer, waitingOffer } from './offer.ts'

/** Unrequested feedback: the person, the skill, then the same form as for any answer. */
export default function OfferPage() {
  const { t } = useTranslation()
  const wide = useMedia(WIDE)
  const [fresh] = useState(emptyOffer)
  const draft = useDraft<OfferDraft>('offer', fresh)
  const { data, error, refetch } = useQuery(catalogueQuery)
  const change = (part: Partial<OfferDraft>) => draft.set((old) => ({ ...old, ...part }))
  useOfferArrivals(draft.ready, ([receiver]) => receiver && change({ receiver }))
  const { receiver, skillId, key } = draft.value
  /** The text is named by the key. */
  const renew = async (answer: NewAnswer) => {
    const next = crypto.randomUUID()
    await putDraft(`answer:${next}`, draftOfAnswer(answer))
    change({ key: next })
  }
  const skill = data?.skills.find(({ id }) => id === skillId)
  const waiting = !draft.ready || (!data && !error)
  const choosing = (
    <div className="stack">
      <p className="quiet">{t('offer.why')}</p>
      {receiver ? (
        <Chosen title={t('offer.for')} onChange={() => change({ receiver: null })}>
          <PersonWords person={receiver} />
        </Chosen>
      ) : (
        <OfferPerson onChoose={(person) => change({ receiver: person })} />
      )}
      {receiver && skill ? (
        <Chosen title={t('offer.on')} onChange={() => change({ skillId: null })}>
          <strong dir="auto">{skill.name}</strong>
        </Chosen>
      ) : null}
      {receiver && data && !skill ? <OfferSkill skills={data.skills} onChoose={(id) => change({ skillId: id })} /> : null}
    </div>
  )
  return (
    <Page
      shows={[['skills'], ['contacts'], ['colleagues']]}
      title={t('offer.title')}
      back="/answer"
      wide={wide && Boolean(receiver && skill)}
    >
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {waiting ? <Skeleton rows={4} /> : null}
      {waiting || (error && !data) ? null : (
        <div className="panes">
          {choosing}
          {receiver && skill ? (
            <Writing
              key={`${key}:${receiver.user_id}`}
              receiver={receiver}
              skill={skill}
              sendKey={key}
              onSent={() => draft.clear(emptyOffer())}
              onKeyUsed={renew}
            />
          ) : null}
        </div>
      )}
    </Page>
  )
}

/** The selection, with a button to change it; the text is kept. */
function Chosen({ title, onChange, children }: { title: string; onChange: () => void; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <section className={`card ${styles.offerChosen}`} aria-label={title}>
      <span className="quiet small">{title}</span>
      <div className="row">
        <div className="row grow">{children}</div>
        <IonButton fill="clear" size="small" onClick={onChange}>
          {t('answered.edit')}
        </IonButton>
      </div>
    </section>
  )
}

interface WritingProps {
  receiver: ColleagueRef
  skill: Skill
  sendKey: string
  onSent: () => void
  onKeyUsed: (answer: NewAnswer) => Promise<void>
}

function Writing({ receiver, skill, sendKey, onSent, onKeyUsed }: WritingProps) {
  const { t } = useTranslation()
  const router = useIonRouter()
  const offer = useOfferFeedback()
  const sendLater = useSendLater()
  const toast = useToast()
  const why = useErrorText()
  const [relation, setRelation] = useState<GiverRelation>('coworker')
  const submit = (written: NewAnswer, clear: () => void) => {
    const answer = { ...written, relation }
    offer.mutate(toOffer(receiver, skill.id, sendKey, answer), {
      onSuccess: ({ group_id }) => {
        clear()
        onSent()
        noteSent(group_id)
        router.push(to(`/answer-confirmation/${group_id}`), 'forward', 'replace')
      },
      onError: (failure) => {
        if (isKeyUsed(failure)) {
          // The form is another one with its new key.
          toast(why(failure))
          void onKeyUsed(answer)
        }
        void sendLater(failure, waitingOffer(receiver, skill, sendKey, answer), () => {
          offer.reset()
          clear()
          onSent()
        })
      },
    })
  }
  return (
    <section className="card stack">
      <SkillHeading skill={skill} />
      <AnswerAs name={receiver.first_name} relation={relation} onChange={setRelation} />
      <AnswerForm
        feedback={{ id: sendKey, answer: null, thanks: null }}
        requester={receiver.first_name}
        confidential={false}
        pending={offer.isPending}
        error={offer.error}
        submitLabel={t('offer.send', { name: receiver.first_name })}
        onSubmit={submit}
      />
      <TrustLine>{t('trust.named', { name: receiver.first_name })}</TrustLine>
    </section>
  )
}
