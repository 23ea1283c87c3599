import { scaleLinear } from '@visx/scale'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import chartStyles from '../../ui/chart.module.css'
import styles from './dashboard.module.css'

interface Props {
  others: number | null
  self: number | null
}

const WIDTH = 240
const HEIGHT = 36
/** Below this distance the two marks would overlap: they are shifted up and down. */
const NEAR = 0.4
const STEP = 8
const position = scaleLinear<number>({ domain: [1, 5], range: [12, WIDTH - 12] })

/** Others' view (round, teal) and my own (diamond, amber) on a scale from 1 to 5. The text beside it has the same values. */
export function MirrorScale({ others, self }: Props) {
  const { t } = useTranslation()
  const format = (value: number | null) => (value === null ? '–' : formatNumber(value, { maximumFractionDigits: 1 }))
  const middle = HEIGHT / 2
  const step = others !== null && self !== null && Math.abs(others - self) < NEAR ? STEP : 0
  return (
    <svg
      className={styles.mirrorScale}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t('dashboard.scale', { others: format(others), self: format(self) })}
    >
      <line x1={position(1)} x2={position(5)} y1={middle} y2={middle} className={chartStyles.scaleLine} />
      {[1, 2, 3, 4, 5].map((tick) => (
        <circle key={tick} cx={position(tick)} cy={middle} r={2.5} className={chartStyles.scaleTick} />
      ))}
      {self === null ? null : (
        <rect
          x={-7}
          y={-7}
          width={14}
          height={14}
          rx={2}
          className={chartStyles.selfMark}
          transform={`translate(${position(self)} ${middle + step}) rotate(45)`}
        />
      )}
      {others === null ? null : <circle cx={position(others)} cy={middle - step} r={8} className={chartStyles.othersMark} />}
    </svg>
  )
}
