import { IonIcon } from '@ionic/react'
import type { QualityIndex } from '@reflet/contract/quality'
import { bulbOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import styles from './quality.module.css'
import { weakest } from './weakest.ts'

/** One concrete tip with an example for each of the weakest parts. */
export function QualityTips({ parts }: { parts: NonNullable<QualityIndex['parts']> }) {
  const { t } = useTranslation()
  const tips = weakest(parts)
  return (
    <section className="stack">
      <h2>{t('quality.raise')}</h2>
      {tips.length === 0 ? <p>{t('quality.strong')}</p> : null}
      {tips.map((part) => (
        <article className={`card ${styles.qualityTip}`} key={part}>
          <IonIcon icon={bulbOutline} aria-hidden="true" />
          <div className="grow">
            <h3>{t(`quality.tip.${part}.title`)}</h3>
            <p>{t(`quality.tip.${part}.text`)}</p>
          </div>
        </article>
      ))}
    </section>
  )
}
