import { IonButton, useIonAlert } from '@ionic/react'
import type { GuestView } from '@reflet/contract/guest'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { GivenAnswers } from './GivenAnswers.tsx'
import { GuestFrame, useGuestLink } from './GuestFrame.tsx'
import { useGuestDelete, useGuestEdit } from './guest.api.ts'

/** The guest's receipt: a copy, to be changed or taken back for a day. */
export default function GuestAnswerConfirmationPage() {
  const { t } = useTranslation()
  return <GuestFrame title={t('answered.title')}>{(view) => <Receipt view={view} />}</GuestFrame>
}

function Receipt({ view }: { view: GuestView }) {
  const { t } = useTranslation()
  const [ask] = useIonAlert()
  const link = useGuestLink()
  const edit = useGuestEdit(link)
  const remove = useGuestDelete(link)
  const open = view.feedbacks.some(({ can }) => can.answer)
  const answered = view.feedbacks.some(({ answer }) => answer)
  const confirmDelete = (id: string) =>
    void ask({
      header: t('guest.delete.title'),
      message: t('guest.delete.text'),
      buttons: [
        { text: t('common.cancel'), role: 'cancel' },
        { text: t('guest.delete.action'), role: 'destructive', handler: () => remove.mutate(id) },
      ],
    })
  return (
    <div className="stack">
      {answered ? (
        <EmptyState drawing="mail" title={t('answered.thanks')} text={t('answered.text', { name: view.requester.first_name })} />
      ) : (
        <EmptyState drawing="mail" title={t('guest.all_declined')} />
      )}
      <GivenAnswers
        feedbacks={view.feedbacks}
        requester={view.requester.first_name}
        guest={link}
        pending={edit.isPending}
        error={edit.error ?? remove.error}
        onEdit={(id, answer, done) => edit.mutate({ id, answer }, { onSuccess: done })}
        more={(feedback) => (
          <IonButton fill="clear" color="danger" disabled={remove.isPending} onClick={() => confirmDelete(feedback.id)}>
            {t('guest.delete.action')}
          </IonButton>
        )}
      />
      {open ? (
        <IonButton fill="outline" routerLink={`/guest-answer/${link.token}/${link.feedbackId}`} routerDirection="back">
          {t('guest.continue')}
        </IonButton>
      ) : null}
      <TrustLine sealed={view.confidential}>
        {view.confidential
          ? t('trust.confidential', { count: view.confidentiality_threshold, n: view.confidentiality_threshold })
          : t('trust.named', { name: view.requester.first_name })}
      </TrustLine>
    </div>
  )
}
