import { IonButton } from '@ionic/react'
import type { GuestView } from '@reflet/contract/guest'
import { guestAnswerPage } from '@reflet/contract/guest-pages'
import { useTranslation } from 'react-i18next'
import { useJustSent } from '../../../platform/just-sent.ts'
import { formatDate, formatNumber } from '../../../platform/locale.ts'
import { useConfirm } from '../../../ui/confirm.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { TrustLine } from '../../../ui/TrustLine.tsx'
import { useToast } from '../../../ui/toast.ts'
import { GivenAnswers } from '../answers/GivenAnswers.tsx'
import { Declined } from './Declined.tsx'
import { useGuestLink } from './GuestFrame.tsx'
import { useGuestDelete, useGuestEdit } from './guest.api.ts'
import { Mine } from './Mine.tsx'

/** A guest's answers, which can be edited or withdrawn for a day; later, the receiver's thanks. */
export function GuestReceipt({ view }: { view: GuestView }) {
  const { t } = useTranslation()
  const ask = useConfirm()
  const toast = useToast()
  const link = useGuestLink()
  const edit = useGuestEdit(link)
  const remove = useGuestDelete(link)
  const open = view.feedbacks.some(({ can }) => can.answer)
  const confirmDelete = (id: string) =>
    ask({
      header: t('guest.delete.title'),
      message: t('guest.delete.text'),
      action: t('guest.delete.action'),
      onConfirm: () => remove.mutate(id, { onSuccess: () => toast(t('guest.delete.done')) }),
    })
  return (
    <div className="stack">
      <Title view={view} />
      <Mine view={view} pending={remove.isPending} onDelete={confirmDelete} />
      <GivenAnswers
        feedbacks={view.feedbacks}
        requester={view.requester.first_name}
        askedAt={view.created_at}
        confidential={view.confidential}
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
        <IonButton fill="outline" routerLink={guestAnswerPage(link.token, link.feedbackId)} routerDirection="back">
          {t('guest.continue')}
        </IonButton>
      ) : null}
      <Declined view={view} />
      {view.readable_until ? (
        <p className="quiet small">
          {t('guest.readable_until', { when: formatDate(view.readable_until, { dateStyle: 'medium', timeStyle: 'short' }) })}
        </p>
      ) : null}
      {view.feedbacks.some(({ answer }) => answer) ? (
        <TrustLine sealed={view.confidential}>
          {view.confidential
            ? t('trust.confidential', {
                count: view.confidentiality_threshold,
                n: formatNumber(view.confidentiality_threshold),
                name: view.requester.first_name,
              })
            : t('trust.named', { name: view.requester.first_name })}
        </TrustLine>
      ) : null}
    </div>
  )
}

const wasWithdrawn = ({ feedbacks }: GuestView) => feedbacks.some(({ withdrawn }) => withdrawn)

function Title({ view }: { view: GuestView }) {
  const { t } = useTranslation()
  const { token } = useGuestLink()
  const celebrates = useJustSent(token)
  const name = view.requester.first_name
  if (view.feedbacks.some(({ thanks }) => thanks)) return <EmptyState drawing="mirror" title={t('answered.thanked', { name })} />
  if (!view.feedbacks.some(({ answer }) => answer))
    return <EmptyState drawing="mail" title={t(wasWithdrawn(view) ? 'guest.delete.done' : 'guest.all_declined')} />
  return <EmptyState drawing="mail" title={t('answered.thanks')} text={t('answered.text', { name })} celebrates={celebrates} />
}
