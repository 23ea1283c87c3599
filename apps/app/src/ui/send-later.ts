import { useIonRouter } from '@ionic/react'
import { useTranslation } from 'react-i18next'
import { ApiError, isOffline } from '../platform/errors.ts'
import { keepToSend, type NewOutgoing } from '../platform/outbox.ts'
import { to } from '../platform/paths.ts'
import { useToast } from './toast.ts'

/** The server has something else under this key, of an attempt whose response was lost: the form needs a new one. */
export const isKeyUsed = (failure: unknown) => failure instanceof ApiError && failure.code === 'idempotency_key_reused'

/**
 * For `onError` of what can be written offline: queues it, and shows where it waits. After any other error, or on a device that cannot store
 * it, the form keeps it and shows the error. `done` empties the form.
 */
export function useSendLater() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const toast = useToast()
  return async (failure: unknown, item: NewOutgoing, done: () => void) => {
    if (!isOffline(failure) || !(await keepToSend(item))) return
    done()
    toast(t('outbox.kept'))
    router.push(to('/waiting'), 'forward', 'replace')
  }
}
