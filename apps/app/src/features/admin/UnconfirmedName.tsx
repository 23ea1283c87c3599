import { IonButton } from '@ionic/react'
import type { AdminPerson } from '@reflet/contract/admin-people'
import { useTranslation } from 'react-i18next'
import { WITH_YEAR } from '../../platform/days.ts'
import { fullName } from '../../platform/full-name.ts'
import { formatDate } from '../../platform/locale.ts'
import { useUser } from '../../platform/session.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { useToast } from '../../ui/toast.ts'
import { useUpdatePerson } from './admin.api.ts'

/** Of a person who gave themself another name: administrators confirm it for badges by writing it, except their own. */
export function UnconfirmedName({ person }: { person: AdminPerson }) {
  const { t } = useTranslation()
  const toast = useToast()
  const me = useUser()
  const confirm = useUpdatePerson()
  const { id, first_name, last_name, name_confirmed_from, confirmed_name } = person
  if (!me?.company.badges_active || !name_confirmed_from || !confirmed_name) return null
  const isOwn = me.id === id
  const send = () => confirm.mutate({ id, body: { first_name, last_name } }, { onSuccess: () => toast(t('admin.people.name_confirmed')) })
  return (
    <div className="notice notice-gentle stack">
      <p>
        {t(isOwn ? 'admin.people.name_changed_own' : 'admin.people.name_changed', {
          name: fullName(confirmed_name),
          date: formatDate(name_confirmed_from, WITH_YEAR),
        })}
      </p>
      {confirm.error ? <ErrorNotice error={confirm.error} /> : null}
      {isOwn ? null : (
        <IonButton className="start" fill="outline" disabled={confirm.isPending} onClick={send}>
          {t('admin.people.confirm_name')}
        </IonButton>
      )}
    </div>
  )
}
