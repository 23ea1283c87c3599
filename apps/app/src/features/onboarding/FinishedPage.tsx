import { useIonRouter } from '@ionic/react'
import { useTranslation } from 'react-i18next'
import { homePath } from '../../platform/paths.ts'
import { useUser } from '../../platform/session.ts'
import { raiseFlag } from '../tours/flags.api.ts'
import { askForTour } from '../tours/tours.api.ts'
import styles from './onboarding.module.css'
import { Scene } from './Scene.tsx'
import { NextButton, StepPage } from './StepPage.tsx'

/** The end of the onboarding, with a link to the home page, where the tour begins. It works offline. */
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
      <div className={styles.finishedScene}>
        <Scene name="finished" />
      </div>
    </StepPage>
  )
}
