import { IonToggle } from '@ionic/react'
import { NOTIFICATION_KINDS, type User } from '@reflet/contract/people'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { type Choice, useChooseNotification } from './people.api.ts'
import styles from './profile.module.css'
import { useDevicePush } from './push.api.ts'
import { ThisDevice } from './ThisDevice.tsx'

const CHANNELS = ['email', 'push'] as const

/** My notification settings. Mails link here: `heading` then gets the focus. */
export function Notifications({ user, heading }: { user: User; heading: React.Ref<HTMLHeadingElement> }) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const { choose, failed } = useChooseNotification()
  const device = useDevicePush()
  const kinds = NOTIFICATION_KINDS.filter((kind) => (kind !== 'hierarchy' && kind !== 'badge') || user.company.badges_active)
  return (
    <section className="stack">
      <div>
        <h2 ref={heading} tabIndex={-1} id="notifications">
          {t('notifications.title')}
        </h2>
        <p className="quiet">{t('notifications.text')}</p>
      </div>
      <ThisDevice {...device} />
      {failed ? <ErrorNotice error={failed.error} onRetry={() => choose(failed.choice)} /> : null}
      <div className={`card ${styles.notifications}`}>
        <div className={styles.notificationHeads} aria-hidden="true">
          {CHANNELS.map((channel) => (
            <span key={channel}>{t(`notifications.channel.${channel}`)}</span>
          ))}
        </div>
        {kinds.map((kind) => (
          <fieldset className={styles.notification} key={kind} aria-labelledby={`${id}-${kind}`}>
            <div>
              <strong id={`${id}-${kind}`}>{t(`notifications.${kind}.label`)}</strong>
              <span className="quiet small">{t(`notifications.${kind}.text`)}</span>
            </div>
            {CHANNELS.map((channel) => (
              <Switch
                // Ionic reads the labels once, when it is created.
                key={channel + i18n.language}
                choice={{ kind, channel, on: user.notifications[kind][channel] }}
                label={t('notifications.switch', {
                  kind: t(`notifications.${kind}.label`),
                  channel: t(`notifications.channel.${channel}`),
                })}
                onChange={choose}
              />
            ))}
          </fieldset>
        ))}
      </div>
      {device.state && device.state !== 'on' ? <p className="quiet small">{t('notifications.device.elsewhere')}</p> : null}
      <p className="quiet small">{t('notifications.account')}</p>
    </section>
  )
}

interface SwitchProps {
  choice: Choice
  label: string
  onChange: (choice: Choice) => void
}

/** The event is also sent when the value is set by code, as after a failed call: only a difference is a press. */
const Switch = ({ choice, label, onChange }: SwitchProps) => (
  <IonToggle
    checked={choice.on}
    aria-label={label}
    onIonChange={({ detail }) => {
      if (detail.checked !== choice.on) onChange({ ...choice, on: detail.checked })
    }}
  />
)
