import { IonBackButton, IonButton, IonButtons, IonContent, IonFooter, IonHeader, IonToolbar, useIonRouter } from '@ionic/react'
import type { OnboardingStep } from '@reflet/contract/people'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { formatNumber } from '../../platform/locale.ts'
import { useUser } from '../../platform/session.ts'
import { useDocumentTitle } from '../../ui/Page.tsx'
import { type Shows, useRefresh } from '../../ui/Refresh.tsx'
import { goesOnAt, pathOf, placeOf, STEP_COUNT, stepBefore } from './steps.ts'
import './onboarding.css'

interface Props {
  step: OnboardingStep
  title: string
  text?: string
  children: ReactNode
  /** The primary action, within thumb reach. */
  footer: ReactNode
  /** Goes on without this step; absent where that is not possible. */
  onSkip?: () => void
  busy?: boolean
  /** Stands outside the order: new terms for somebody who arrived long ago. */
  alone?: boolean
  wide?: boolean
  /** What it shows of the server, for pull to refresh. */
  shows: Shows
}

/** Whoever comes to a step that is not theirs (an old link, the terms not accepted) is led to where they go on. */
function useBelonging(step: OnboardingStep) {
  const router = useIonRouter()
  const { pathname } = useLocation()
  const user = useUser()
  const asked = useRef(false)
  const here = pathname === pathOf(step)
  useEffect(() => {
    if (!user || asked.current || !here) return
    asked.current = true
    const elsewhere = user.is_onboarding_finished || !user.is_terms_accepted
    if (step !== 'terms' && elsewhere) router.push(goesOnAt(user), 'none', 'replace')
  }, [user, here, step, router])
}

function Progress({ step }: { step: OnboardingStep }) {
  const { t } = useTranslation()
  const words = t('ask.step', { n: formatNumber(placeOf(step)), total: formatNumber(STEP_COUNT) })
  return (
    <div className="progress">
      <span className="small quiet" aria-hidden="true">
        {words}
      </span>
      <div
        role="progressbar"
        aria-label={t('onboarding.progress')}
        aria-valuemin={0}
        aria-valuemax={STEP_COUNT}
        aria-valuenow={placeOf(step)}
        aria-valuetext={words}
      >
        <span style={{ inlineSize: `${(placeOf(step) / STEP_COUNT) * 100}%` }} />
      </div>
    </div>
  )
}

/** The frame of every step: where one is, the way back, the way past, and one thing to do. No menu beside it. */
export function StepPage({ step, title, text, children, footer, onSkip, busy = false, alone = false, wide = false, shows }: Props) {
  const { t } = useTranslation()
  useDocumentTitle(title)
  useBelonging(step)
  const before = stepBefore(step)
  const { refresher, failure } = useRefresh(shows)
  const width = wide ? 'page-body page-wide' : 'page-body'
  return (
    <>
      <IonHeader className="ion-no-border">
        <IonToolbar className={wide ? 'step-toolbar toolbar-wide' : 'step-toolbar'}>
          <IonButtons slot="start">
            {before && step !== 'finished' ? <IonBackButton defaultHref={pathOf(before)} text="" aria-label={t('common.back')} /> : null}
          </IonButtons>
          {alone ? null : <Progress step={step} />}
          <IonButtons slot="end">
            {onSkip ? (
              <IonButton className="step-skip" disabled={busy} onClick={onSkip}>
                {t('onboarding.skip')}
              </IonButton>
            ) : null}
          </IonButtons>
        </IonToolbar>
      </IonHeader>
      <IonContent>
        {refresher}
        <div className={`${width} step`}>
          {failure}
          <div>
            <h1>{title}</h1>
            {text ? <p className="step-text">{text}</p> : null}
          </div>
          {children}
        </div>
      </IonContent>
      <IonFooter className="ion-no-border">
        <div className="page-footer">
          <div className={width}>{footer}</div>
        </div>
      </IonFooter>
    </>
  )
}

/** Saves and goes on; says that it is working. */
export function NextButton({
  label,
  busy,
  disabled = false,
  onNext,
}: {
  label?: string
  busy: boolean
  disabled?: boolean
  onNext: () => void
}) {
  const { t } = useTranslation()
  return (
    <IonButton size="large" className="step-next" disabled={disabled || busy} onClick={onNext}>
      {busy ? t('common.saving') : (label ?? t('onboarding.next'))}
    </IonButton>
  )
}
