import { IonIcon } from '@ionic/react'
import type { QualityIndex } from '@reflet/contract/quality'
import { bulbOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { weakest } from './weakest.ts'

/** One concrete thing to do for each part that gives most away, with an example to borrow. */
export function QualityTips({ parts }: { parts: NonNullable<QualityIndex['parts']> }) {
  const { t } = useTranslation()
  const tips = weakest(parts)
  return (
    <section className="stack">
      <h2>{t('quality.raise')}</h2>
      {tips.length === 0 ? <p>{t('quality.strong')}</p> : null}
      {tips.map((part) => (
        <article className="card quality-tip" key={part}>
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
