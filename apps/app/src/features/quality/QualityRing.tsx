import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'

const RADIUS = 52
const LENGTH = 2 * Math.PI * RADIUS

/** The index as a ring that fills from the top. The figure in it says the same. */
export function QualityRing({ index }: { index: number }) {
  const { t } = useTranslation()
  return (
    <p className="quality-ring">
      <svg viewBox="0 0 128 128" aria-hidden="true">
        <circle className="ring-track" cx={64} cy={64} r={RADIUS} />
        <circle
          className="ring-value"
          cx={64}
          cy={64}
          r={RADIUS}
          strokeDasharray={`${(index / 100) * LENGTH} ${LENGTH}`}
          transform="rotate(-90 64 64)"
        />
      </svg>
      <span className="ring-words">
        <strong>{formatNumber(Math.round(index))}</strong>
        <span className="quiet small">{t('quality.of_hundred', { n: formatNumber(100) })}</span>
      </span>
    </p>
  )
}
