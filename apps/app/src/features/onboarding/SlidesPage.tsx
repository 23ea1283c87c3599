import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { useUser } from '../../platform/session.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { nothing, useNext } from './onboarding.api.ts'
import styles from './onboarding.module.css'
import { Scene } from './Scene.tsx'
import { NextButton, StepPage } from './StepPage.tsx'

const SLIDES = ['mirror', 'ask', 'answer', 'trust'] as const

/** The visible slide, by scroll position; buttons and dots scroll the same container. */
function useStrip() {
  const strip = useRef<HTMLUListElement>(null)
  const [index, setIndex] = useState(0)
  const onScroll = () => {
    const { current } = strip
    // In right-to-left languages the scroll position is negative.
    if (current) setIndex(Math.min(Math.round(Math.abs(current.scrollLeft) / current.clientWidth), SLIDES.length - 1))
  }
  const show = (place: number) => {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    strip.current?.children[place]?.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block: 'nearest', inline: 'start' })
  }
  return { strip, index, onScroll, show }
}

/** An introduction in four slides, by swipe, button or keyboard. */
export default function SlidesPage() {
  const { t } = useTranslation()
  const threshold = useUser()?.company.confidentiality_threshold ?? 3
  const next = useNext('slides')
  const { strip, index, onScroll, show } = useStrip()
  const place = (slide: number) => t('onboarding.slides.place', { n: formatNumber(slide + 1), total: formatNumber(SLIDES.length) })
  const last = index === SLIDES.length - 1
  const goOn = () => next.mutate(nothing)
  return (
    <StepPage
      shows={[]}
      step="slides"
      title={t('onboarding.slides.title')}
      onSkip={goOn}
      busy={next.busy}
      footer={<NextButton busy={next.busy} onNext={last ? goOn : () => show(index + 1)} />}
    >
      {next.error ? <ErrorNotice error={next.error} onRetry={goOn} /> : null}
      <div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
        <ul className={styles.slides} ref={strip} onScroll={onScroll} tabIndex={0} aria-label={t('onboarding.slides.title')}>
          {SLIDES.map((slide, at) => (
            <li key={slide} aria-hidden={at !== index}>
              <Scene name={slide} />
              <h2>{t(`onboarding.slides.${slide}.title`)}</h2>
              <p>{t(`onboarding.slides.${slide}.text`, { count: threshold, n: formatNumber(threshold) })}</p>
            </li>
          ))}
        </ul>
        <div className={styles.slideDots}>
          {SLIDES.map((slide, at) => (
            <button
              type="button"
              key={slide}
              aria-label={place(at)}
              aria-current={at === index ? 'true' : undefined}
              onClick={() => show(at)}
            />
          ))}
        </div>
        <p className="visually-hidden" aria-live="polite">
          {place(index)}: {t(`onboarding.slides.${SLIDES[index] ?? 'mirror'}.title`)}
        </p>
      </div>
    </StepPage>
  )
}
