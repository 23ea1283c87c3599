import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import styles from './quality.module.css'

const RADIUS = 52
const LENGTH = 2 * Math.PI * RADIUS

/** The index as a ring, clockwise from the top. The number in it is the same. */
export function QualityRing({ index }: { index: number }) {
  const { t } = useTranslation()
  return (
    <p className={styles.qualityRing} data-testid="quality-ring">
      <svg viewBox="0 0 128 128" aria-hidden="true">
        <circle className={styles.ringTrack} cx={64} cy={64} r={RADIUS} />
        <circle
          className={styles.ringValue}
          cx={64}
          cy={64}
          r={RADIUS}
          strokeDasharray={`${(index / 100) * LENGTH} ${LENGTH}`}
          transform="rotate(-90 64 64)"
        />
      </svg>
      <span className={styles.ringWords}>
        <strong>{formatNumber(Math.round(index))}</strong>
        <span className="quiet small">{t('quality.of_hundred', { n: formatNumber(100) })}</span>
      </span>
    </p>
  )
}
