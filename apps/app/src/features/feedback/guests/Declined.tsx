import { IonButton, useIonRouter } from '@ionic/react'
import type { GuestView } from '@reflet/contract/guest'
import { guestAnswerPage } from '@reflet/contract/guest-pages'
import { useTranslation } from 'react-i18next'
import { formatList } from '../../../platform/lists.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { useGuestLink } from './GuestFrame.tsx'
import { useGuestReopen } from './guest.api.ts'

/** The skills that a guest declined, which they can answer after all while the request is open. */
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
      <p className="quiet">{t('answer.declined_skill', { skill: formatList(declined.map(({ skill }) => skill.name)) })}</p>
      {reopen.error ? <ErrorNotice error={reopen.error} /> : null}
      <IonButton fill="outline" disabled={reopen.isPending} onClick={answer}>
        {t('answer.declined_one.back')}
      </IonButton>
    </>
  )
}
