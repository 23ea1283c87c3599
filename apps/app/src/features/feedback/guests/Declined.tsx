import { IonButton, useIonRouter } from '@ionic/react'
import type { GuestView } from '@reflet/contract/guest'
import { guestAnswerPage } from '@reflet/contract/guest-pages'
import { useTranslation } from 'react-i18next'
import { formatList } from '../../../platform/lists.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { useGuestLink } from './GuestFrame.tsx'
import { useGuestReopen } from './guest.api.ts'

type Of = GuestView['feedbacks'][number]

const KINDS = [
  { text: 'answer.declined_skill', which: ({ withdrawn }: Of) => !withdrawn },
  { text: 'guest.withdrawn_skill', which: ({ withdrawn }: Of) => withdrawn },
] as const

/** The skills that a guest declined, or whose answers they deleted, which they can answer after all while the request is open. */
export function Declined({ view }: { view: GuestView }) {
  const { t } = useTranslation()
  const router = useIonRouter()
  const link = useGuestLink()
  const reopen = useGuestReopen(link)
  const declined = view.feedbacks.filter(({ can }) => can.reopen)
  const [first] = declined
  if (!first) return null
  const ids = declined.map(({ id }) => id)
  const answer = () => reopen.mutate(ids, { onSuccess: () => router.push(guestAnswerPage(link.token, first.id), 'back', 'replace') })
  return (
    <>
      {KINDS.map(({ text, which }) => {
        const skill = formatList(declined.filter(which).map((one) => one.skill.name))
        return skill ? (
          <p key={text} className="quiet">
            {t(text, { skill })}
          </p>
        ) : null
      })}
      {reopen.error ? <ErrorNotice error={reopen.error} /> : null}
      <IonButton fill="outline" disabled={reopen.isPending} onClick={answer}>
        {t('answer.declined_one.back')}
      </IonButton>
    </>
  )
}
