import { IonButton } from '@ionic/react'
import type { AdminPerson } from '@reflet/contract/admin-people'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { relativeTime } from '../../platform/locale.ts'
import { useConfirm } from '../../ui/confirm.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { useToast } from '../../ui/toast.ts'
import { useDeactivatePerson, useEndSessions, useInvitePerson, useReactivatePerson, useResetFactors } from './admin.api.ts'
import { useInvitation } from './invitation.ts'

/** What can be done with an account, by its state. */
export function PersonActions({ person, onDone }: { person: AdminPerson; onDone: () => void }) {
  const { t } = useTranslation()
  const toast = useToast()
  const confirm = useConfirm()
  const invite = useInvitePerson()
  const end = useEndSessions()
  const deactivate = useDeactivatePerson()
  const reactivate = useReactivatePerson()
  const reset = useResetFactors()
  const invitation = useInvitation()
  const name = fullName(person, person.email)
  const error = [invite, end, reset, deactivate, reactivate].map((one) => one.error).find(Boolean)
  const toasted = (text: string) => ({ onSuccess: () => toast(text) })
  const askDeactivate = () =>
    confirm({
      header: t('admin.people.deactivate_title', { name }),
      message: t('admin.people.deactivate_text'),
      action: t('admin.people.deactivate'),
      onConfirm: () =>
        deactivate.mutate(person.id, {
          onSuccess: () => {
            toast(t('admin.people.deactivated', { name }))
            onDone()
          },
        }),
    })
  const askReset = () =>
    confirm({
      header: t('admin.people.reset_factors_title', { name }),
      message: t('admin.people.reset_factors_text'),
      action: t('admin.people.reset_factors_do'),
      onConfirm: () => reset.mutate(person.id, toasted(t('admin.people.factors_reset'))),
    })
  return (
    <div className="stack">
      <p className="quiet small">
        {person.last_seen_at
          ? t('admin.people.last_seen', { date: relativeTime(person.last_seen_at) })
          : (invitation(person) ?? t('admin.people.never_seen'))}
      </p>
      {error ? <ErrorNotice error={error} /> : null}
      {person.status === 'invited' ? (
        <IonButton
          fill="outline"
          onClick={() =>
            invite.mutate(person.id, { onSuccess: (invited) => toast(invitation(invited) ?? t('admin.people.invitation.soon')) })
          }
        >
          {t(person.invited_at ? 'admin.people.invite' : 'admin.people.invite_first')}
        </IonButton>
      ) : null}
      {person.status === 'active' ? (
        <>
          <IonButton fill="outline" onClick={() => end.mutate(person.id, toasted(t('admin.people.sessions_ended')))}>
            {t('admin.people.end_sessions')}
          </IonButton>
          <IonButton fill="outline" disabled={reset.isPending} onClick={askReset}>
            {t('admin.people.reset_factors')}
          </IonButton>
        </>
      ) : null}
      {person.status === 'deactivated' ? (
        <IonButton fill="outline" onClick={() => reactivate.mutate(person.id, toasted(t('admin.people.reactivated', { name })))}>
          {t('admin.people.reactivate')}
        </IonButton>
      ) : (
        <IonButton fill="outline" color="danger" onClick={askDeactivate}>
          {t('admin.people.deactivate')}
        </IonButton>
      )}
    </div>
  )
}
