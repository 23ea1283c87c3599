import { IonButton } from '@ionic/react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isNative } from '../../platform/build-target.ts'
import { Gate } from './Gate.tsx'
import { GateFoot } from './GateFoot.tsx'
import { checkAgain, useStoreUrl } from './update.api.ts'

/** The forced update of the native app: nothing else can be reached. In a browser the page loads the newest version. */
export default function UpdatePage() {
  const { t } = useTranslation()
  const storeUrl = useStoreUrl()
  const again = useMutation({ mutationFn: checkAgain })
  const text = isNative ? t(storeUrl ? 'update.text' : 'update.no_store') : t('update.browser')
  return (
    <Gate title={t('update.title')} name={t('update.title')} text={text}>
      {storeUrl ? (
        <IonButton href={storeUrl} target="_blank" expand="block" size="large">
          {t('update.open_store')}
        </IonButton>
      ) : null}
      <IonButton expand="block" size="large" fill={storeUrl ? 'clear' : 'solid'} disabled={again.isPending} onClick={() => again.mutate()}>
        {t(isNative ? 'update.check' : 'update.reload')}
      </IonButton>
      <GateFoot />
    </Gate>
  )
}
