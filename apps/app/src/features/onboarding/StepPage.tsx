import { IonBackButton, IonButton, IonButtons, IonContent, IonFooter, IonHeader, IonToolbar, useIonRouter } from '@ionic/react'
import type { OnboardingStep } from '@reflet/contract/people'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { formatNumber } from '../../platform/locale.ts'
import { homePath } from '../../platform/paths.ts'
import { knownUser, refreshUser, useUser } from '../../platform/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import pageStyles from '../../ui/Page.module.css'
import { useDocumentTitle } from '../../ui/Page.tsx'
import { type Shows, useRefresh } from '../../ui/Refresh.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './onboarding.module.css'
import { goesOnAt, pathOf, placeOf, STEP_COUNT, stepBefore } from './steps.ts'

interface Props {
  step: OnboardingStep
  title: string
  text?: string
  children: ReactNode
  /** The primary action, within thumb reach. */
  footer: ReactNode
  /** Skips this step; undefined where that is not possible. */
  onSkip?: () => void
  /** Default: “Skip”. */
  skipLabel?: string
  busy?: boolean
  /** Outside the order: changed terms for an existing user. */
  alone?: boolean
  wide?: boolean
  /** Its query keys, for pull to refresh. */
  shows: Shows
}

/**
 * The terms come first. `waits` while the server is asked: perhaps they were accepted on another device. `isOver`: the onboarding was finished
 * before this step was opened (an old link).
 */
function useArrival(step: OnboardingStep) {
  const router = useIonRouter()
  const { pathname } = useLocation()
  const user = useUser()
  const accepted = step === 'terms' || user?.is_terms_accepted
  const finished = step !== 'terms' && user?.is_onboarding_finished === true
  const [arrival, setArrival] = useState<'open' | 'over'>()
  const here = pathname === pathOf(step)
  useEffect(() => {
    if (accepted === undefined || arrival || !here) return
    if (accepted) {
      setArrival(finished ? 'over' : 'open')
      return
    }
    let current = true
    const goOn = () => {
      const known = knownUser()
      if (current && known && !known.is_terms_accepted) router.push(goesOnAt(known), 'none', 'replace')
    }
    refreshUser().then(goOn, goOn)
    return () => {
      current = false
    }
  }, [accepted, finished, arrival, here, router])
  return { isOver: arrival === 'over', waits: !arrival && accepted === false }
}

/** A step of an onboarding that is finished. */
function Over() {
  const { t } = useTranslation()
  const name = useUser()?.first_name ?? ''
  return (
    <EmptyState drawing="mirror" title={t('onboarding.finished.title', { name })} text={t('onboarding.finished.text')}>
      <IonButton routerLink={homePath} routerDirection="root">
        {t('onboarding.finished.action')}
      </IonButton>
    </EmptyState>
  )
}

function Progress({ step }: { step: OnboardingStep }) {
  const { t } = useTranslation()
  const words = t('ask.step', { n: formatNumber(placeOf(step)), total: formatNumber(STEP_COUNT) })
  return (
    <div className={styles.progress}>
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

/** The frame of every step: progress, back, skip, and one primary action. Without the menu. */
export function StepPage({
  step,
  title,
  text,
  children,
  footer,
  onSkip,
  skipLabel,
  busy = false,
  alone = false,
  wide = false,
  shows,
}: Props) {
  const { t } = useTranslation()
  useDocumentTitle(title)
  const { isOver, waits } = useArrival(step)
  const before = stepBefore(step)
  const { refresher, failure } = useRefresh(shows)
  const width = wide ? `${pageStyles.pageBody} ${pageStyles.pageWide}` : (pageStyles.pageBody ?? '')
  return (
    <>
      <IonHeader className="ion-no-border">
        <IonToolbar className={wide ? `${styles.stepToolbar} ${pageStyles.toolbarWide}` : styles.stepToolbar}>
          <IonButtons slot="start">
            {before && step !== 'finished' && !isOver ? (
              <IonBackButton key={t('common.back')} defaultHref={pathOf(before)} text="" aria-label={t('common.back')} />
            ) : null}
          </IonButtons>
          {alone || isOver ? null : <Progress step={step} />}
          <IonButtons slot="end">
            {onSkip && !isOver && !waits ? (
              <IonButton className={styles.stepSkip ?? ''} disabled={busy} onClick={onSkip}>
                {skipLabel ?? t('onboarding.skip')}
              </IonButton>
            ) : null}
          </IonButtons>
        </IonToolbar>
      </IonHeader>
      <IonContent>
        {refresher}
        <div className={`${width} ${styles.step}`} data-testid="step">
          {failure}
          <div>
            <h1>{isOver ? t('onboarding.progress') : title}</h1>
            {text && !isOver ? <p className={styles.stepText}>{text}</p> : null}
          </div>
          {waits ? <Skeleton avatar={false} /> : isOver ? <Over /> : children}
        </div>
      </IonContent>
      {isOver || waits ? null : (
        <IonFooter className="ion-no-border">
          <div className={pageStyles.pageFooter}>
            <div className={width}>{footer}</div>
          </div>
        </IonFooter>
      )}
    </>
  )
}

/** Saves and continues; shows that it is busy. Every step has this one button in its footer, so that it stays in its place. */
export function NextButton({
  label,
  name,
  quiet = false,
  busy,
  disabled = false,
  onNext,
}: {
  label?: string
  /** Its accessible name, where that says more; it begins with the label. */
  name?: string
  /** Continues without an answer. */
  quiet?: boolean
  busy: boolean
  disabled?: boolean
  onNext: () => void
}) {
  const { t } = useTranslation()
  return (
    <IonButton
      key={name}
      aria-label={name}
      size="large"
      fill={quiet ? 'outline' : 'solid'}
      className={styles.stepNext ?? ''}
      data-testid="step-next"
      disabled={disabled || busy}
      onClick={onNext}
    >
      {busy ? t('common.saving') : (label ?? t('onboarding.next'))}
    </IonButton>
  )
}
