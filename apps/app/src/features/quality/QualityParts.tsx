import { QUALITY_WEIGHTS, type QualityIndex, type QualityPart } from '@reflet/contract/quality'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { PARTS_AS_WRITTEN } from '../../ui/quality.ts'
import barStyles from '../../ui/share-bar.module.css'
import styles from './quality.module.css'

type Parts = NonNullable<QualityIndex['parts']>

const weight = (part: QualityPart) => ({ count: QUALITY_WEIGHTS[part], n: formatNumber(QUALITY_WEIGHTS[part]) })

/** The score of each part. */
export function QualityParts({ parts }: { parts: Parts }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.qualityParts} data-testid="quality-parts" aria-label={t('quality.parts')}>
      {PARTS_AS_WRITTEN.map((part) => {
        const share = parts[part]
        return (
          <li key={part}>
            <div className={styles.qualityPartHead}>
              <span>
                {t(`quality.part.${part}`)} <span className="quiet small">{t('quality.weight', weight(part))}</span>
              </span>
              <strong>{share === null ? t('quality.unrated') : formatNumber(share, { style: 'percent' })}</strong>
            </div>
            <div className={barStyles.shareBar} aria-hidden="true">
              <span style={{ inlineSize: `${Math.round((share ?? 0) * 100)}%` }} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}
