import { IonButton } from '@ionic/react'
import { useTranslation } from 'react-i18next'
import { isNative } from '../../../platform/build-target.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { type Protocol, useBeginTest } from './sign-in.api.ts'

/** Begins a test sign-in: its result is shown when the browser comes back. */
export function TestButton({ protocol }: { protocol: Protocol }) {
  const { t } = useTranslation()
  const begin = useBeginTest()
  // The provider's page would replace the app, and return to the browser.
  if (isNative) return <p className="quiet small">{t('admin.sign_in.test.in_browser')}</p>
  return (
    <div className="stack">
      {begin.error ? <ErrorNotice error={begin.error} /> : null}
      <IonButton className="start" fill="outline" disabled={begin.isPending || begin.isSuccess} onClick={() => begin.mutate(protocol)}>
        {t(begin.isPending || begin.isSuccess ? 'admin.sign_in.test.leaving' : 'admin.sign_in.test.begin')}
      </IonButton>
      <p className="quiet small">{t('admin.sign_in.test.about')}</p>
    </div>
  )
}
