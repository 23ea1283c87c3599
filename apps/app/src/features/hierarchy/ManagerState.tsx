import { IonButton } from '@ionic/react'
import type { Hierarchy } from '@reflet/contract/hierarchy'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { formatDate } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { useToast } from '../../ui/toast.ts'
import { useRemindText } from '../../ui/useRemindText.ts'
import { useRemindManager } from './hierarchy.api.ts'
import styles from './hierarchy.module.css'

type Manager = NonNullable<Hierarchy['manager']>

/** The state of the manager's invitation. */
export const ManagerState = ({ manager }: { manager: Hierarchy['manager'] }) => (manager ? <Asked manager={manager} /> : <NotAsked />)

function NotAsked() {
  const { t } = useTranslation()
  return (
    <section className={`card row ${styles.managerState}`}>
      <div className="grow">
        <h2>{t('hierarchy.manager.none')}</h2>
        <p className="quiet">{t('hierarchy.manager.none_text')}</p>
      </div>
      <IonButton fill="outline" routerLink={to('/badge-add-manager')}>
        {t('hierarchy.manager.ask')}
      </IonButton>
    </section>
  )
}

function Asked({ manager }: { manager: Manager }) {
  const { t } = useTranslation()
  const toast = useToast()
  const remind = useRemindManager()
  const text = useRemindText()
  const name = fullName(manager, manager.email)
  const ended = new Date(manager.expires_at).getTime() <= Date.now()
  return (
    <section className={`card stack ${styles.managerState}`}>
      <div className="row">
        <Avatar person={manager} />
        <div className="grow">
          <h2>
            <bdi>{name}</bdi>
          </h2>
          <p className="quiet">
            <State manager={manager} ended={ended} />
          </p>
        </div>
      </div>
      {manager.mails_stopped ? <p className="notice">{t('sent.mails_stopped_by', { name })}</p> : null}
      {remind.error ? <ErrorNotice error={remind.error} /> : null}
      <div className="form-actions">
        {manager.filled_at ? null : (
          <IonButton
            fill="outline"
            disabled={remind.isPending || !manager.can_remind}
            onClick={() =>
              remind.mutate(undefined, { onSuccess: () => toast(t('hierarchy.manager.reminded', { name: manager.first_name })) })
            }
          >
            {text(manager.can_remind_from)}
          </IonButton>
        )}
        <IonButton fill="clear" routerLink={to('/badge-add-manager')}>
          {t('hierarchy.manager.other')}
        </IonButton>
      </div>
    </section>
  )
}

/** The last event, and until when the link works. */
function State({ manager, ended }: { manager: Manager; ended: boolean }) {
  const { t } = useTranslation()
  if (manager.filled_at) return t('hierarchy.manager.filled', { date: formatDate(manager.filled_at, { dateStyle: 'long' }) })
  const parts = [
    manager.reminded_at
      ? t('hierarchy.manager.reminded_on', { date: formatDate(manager.reminded_at, { dateStyle: 'long' }) })
      : t('hierarchy.manager.asked_on', { date: formatDate(manager.invited_at, { dateStyle: 'long' }) }),
    ended ? t('hierarchy.manager.ended') : t('hierarchy.manager.until', { date: formatDate(manager.expires_at, { dateStyle: 'long' }) }),
  ]
  return parts.join(' ')
}
