import { IonButton } from '@ionic/react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type DevicePush, isAsking } from '../../platform/push.ts'
import { isInstalled, needsHomeScreen } from '../../platform/push-web.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import type { useDevicePush } from './push.api.ts'

/** The text of each state, where the solution differs. */
function wordsOf(state: DevicePush) {
  if (state === 'unsupported' && needsHomeScreen()) return 'home_screen'
  return state === 'denied' && isInstalled() ? 'denied_app' : state
}

/** Whether this device gets push notifications, and what prevents it. */
export function ThisDevice({ state, error, retry, change }: ReturnType<typeof useDevicePush>) {
  const { t } = useTranslation()
  const id = useId()
  const { mutate, isPending, variables } = change
  const wanted = state === 'off'
  // Not disabled while it is busy: the focus must stay.
  const press = () => (isPending ? undefined : mutate(wanted))
  const asked = isPending && variables && isAsking()
  return (
    <section className="card stack" data-testid="this-device" aria-labelledby={id}>
      <div>
        <h3 id={id}>{t('notifications.device.title')}</h3>
        {state ? (
          <p className="quiet" role="status">
            {t(`notifications.device.${asked ? 'asked' : wordsOf(state)}`)}
          </p>
        ) : null}
      </div>
      {!state && !error ? <Skeleton rows={1} avatar={false} /> : null}
      {error ? <ErrorNotice error={error} onRetry={retry} /> : null}
      {change.error ? <ErrorNotice error={change.error} onRetry={press} /> : null}
      {state === 'on' || state === 'off' ? (
        <>
          <IonButton className="start" fill="outline" onClick={press}>
            {t(`notifications.device.${isPending ? (variables ? 'turning_on' : 'turning_off') : wanted ? 'turn_on' : 'turn_off'}`)}
          </IonButton>
          <TrustLine sealed>{t('notifications.device.trust')}</TrustLine>
        </>
      ) : null}
    </section>
  )
}
