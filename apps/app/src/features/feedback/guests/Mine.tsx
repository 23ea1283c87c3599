import { IonButton } from '@ionic/react'
import type { GuestView } from '@reflet/contract/guest'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { useToast } from '../../../ui/toast.ts'
import { useGuestLink } from './GuestFrame.tsx'
import { useGuestVerify } from './guest.api.ts'

interface Props {
  view: GuestView
  pending: boolean
  onDelete: (id: string) => void
}

/** Answers that came by a copied link: the mailed link confirms or deletes them, the copied one says how they are confirmed. */
export function Mine({ view, pending, onDelete }: Props) {
  const { t } = useTranslation()
  const toast = useToast()
  const verify = useGuestVerify(useGuestLink())
  const unverified = view.feedbacks.filter((feedback) => feedback.unverified)
  if (unverified.length === 0) return null
  const name = view.requester.first_name
  if (view.link === 'copied') return <p className="card">{t('guest.copied', { name })}</p>
  const confirm = () => {
    const ids = unverified.map(({ id }) => id)
    verify.mutate(ids, { onSuccess: () => toast(t('guest.mine.done')) })
  }
  return (
    <section className="card stack">
      <h2>{t('guest.mine.title')}</h2>
      <p>{t('guest.mine.text', { name })}</p>
      {verify.error ? <ErrorNotice error={verify.error} /> : null}
      <IonButton disabled={pending || verify.isPending} onClick={confirm}>
        {t('guest.mine.action')}
      </IonButton>
      {unverified.map(({ id, skill, can }) =>
        // While an answer can be edited, it is deleted beside its words.
        can.edit ? null : (
          <p key={id} className="row">
            <span className="grow" dir="auto" id={`mine-${id}`}>
              {skill.name}
            </span>
            <IonButton fill="clear" color="danger" disabled={pending} aria-describedby={`mine-${id}`} onClick={() => onDelete(id)}>
              {t('guest.delete.action')}
            </IonButton>
          </p>
        ),
      )}
    </section>
  )
}
