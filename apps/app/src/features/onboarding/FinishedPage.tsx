import { useIonRouter } from '@ionic/react'
import { useTranslation } from 'react-i18next'
import { homePath } from '../../platform/runtime.ts'
import { raiseFlag, useUser } from '../../platform/session.ts'
import { askForTour } from '../../ui/tours.ts'
import { Scene } from './Scene.tsx'
import { NextButton, StepPage } from './StepPage.tsx'

/** Arrived: a word of thanks, then home, where the tour begins. Being offline keeps nobody here. */
export default function FinishedPage() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const name = useUser()?.first_name ?? ''
  const finish = async () => {
    await raiseFlag('is_onboarding_finished')
    askForTour('general')
    router.navigateRoot(homePath)
  }
  return (
    <StepPage
      shows={[]}
      step="finished"
      title={t('onboarding.finished.title', { name })}
      text={t('onboarding.finished.text')}
      footer={<NextButton label={t('onboarding.finished.action')} busy={false} onNext={() => void finish()} />}
    >
      <div className="finished-scene">
        <Scene name="finished" />
      </div>
    </StepPage>
  )
}
