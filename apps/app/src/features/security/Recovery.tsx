import { IonButton } from '@ionic/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../../ui/confirm.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import RecoveryCodes from '../../ui/RecoveryCodes.tsx'
import { useMakeRecoveryCodes } from './security.api.ts'

/** Codes for the day when phone and passkeys are lost. */
export function Recovery({ left }: { left: number }) {
  const { t } = useTranslation()
  const ask = useConfirm()
  const make = useMakeRecoveryCodes()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const create = () => make.mutate(undefined, { onSuccess: setCodes })
  const start = () =>
    left === 0
      ? create()
      : ask({
          header: t('security.recovery.new_title'),
          message: t('security.recovery.new_text'),
          action: t('security.recovery.make'),
          onConfirm: create,
        })
  return (
    <section className="stack">
      <div>
        <h2>{t('security.recovery.title')}</h2>
        <p className="quiet">{t('security.recovery.text')}</p>
      </div>
      <div className="card stack">
        {make.error ? <ErrorNotice error={make.error} /> : null}
        {codes ? (
          <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
        ) : (
          <>
            <p role="status">{left === 0 ? t('security.recovery.none') : t('security.recovery.left', { count: left })}</p>
            <div>
              <IonButton fill="outline" disabled={make.isPending} onClick={start}>
                {t('security.recovery.make')}
              </IonButton>
            </div>
          </>
        )}
      </div>
    </section>
  )
}
