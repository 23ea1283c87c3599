import { isRightToLeft } from '@reflet/contract/common'
import { scaleLinear } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { useTranslation } from 'react-i18next'
import { formatMonth } from '../../platform/days.ts'
import { formatNumber, useLocale } from '../../platform/locale.ts'
import chartStyles from '../../ui/chart.module.css'
import { ScaleLines } from '../../ui/ScaleLines.tsx'
import type { Figures, Period } from '../statistics/statistics.api.ts'
import styles from './dashboard.module.css'
import { TrendTable } from './TrendTable.tsx'
import { middleOf, monthOf, monthsIn, stepsOf } from './trend.ts'

interface Props {
  points: Figures['trend']
  /** My self-evaluations, oldest first. */
  history: Figures['self_history']
  months: Period
}

const WIDTH = 320
const BOTTOM = 122
const NAMES = 144
const COUNTS = 166
const HEIGHT = 172
const MOST_NAMES = 7

/** The monthly averages and my self-evaluations as steps, on a fixed scale from 1 to 5, so that a small change looks small. */
export function Trend({ points, history, months }: Props) {
  const { t } = useTranslation()
  const mirrored = isRightToLeft(useLocale())
  const now = monthOf(Date.now())
  const stretch = [now - months, now] as const
  const x = scaleLinear<number>({ domain: [...stretch], range: mirrored ? [WIDTH - 34, 16] : [34, WIDTH - 16] })
  const y = scaleLinear<number>({ domain: [1, 5], range: [BOTTOM, 14] })
  const placeOf = (month: string) => x(Math.min(Math.max(middleOf(month), stretch[0]), stretch[1]))
  const axis = monthsIn(stretch).filter(({ middle }) => middle > stretch[0] && middle < stretch[1])
  const every = Math.ceil(axis.length / MOST_NAMES)
  const named = axis.filter((_, index) => (axis.length - 1 - index) % every === 0)
  const steps = stepsOf(history, stretch)
  return (
    <figure className={`${chartStyles.chart} chart ${styles.trend}`}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <ScaleLines ticks={[1, 2, 3, 4, 5]} y={y} width={WIDTH} start={26} mirrored={mirrored} className={styles.trendLine} />
        {steps.length > 0 ? (
          <LinePath
            data={steps}
            x={({ at }) => x(at)}
            y={({ rating }) => y(rating)}
            className={`${chartStyles.selfLine} ${styles.selfSteps}`}
          />
        ) : null}
        <LinePath data={[...points]} x={({ month }) => placeOf(month)} y={({ mean }) => y(mean)} className={chartStyles.othersLine ?? ''} />
        {history.map(({ rating, created_at }) => (
          <rect
            key={created_at}
            x={-5}
            y={-5}
            width={10}
            height={10}
            rx={1.5}
            className={chartStyles.selfMark}
            transform={`translate(${x(Math.max(monthOf(created_at), stretch[0]))} ${y(rating)}) rotate(45)`}
          />
        ))}
        {points.map(({ month, mean, n }) => (
          <g key={month}>
            <circle cx={placeOf(month)} cy={y(mean)} r={5} className={chartStyles.othersMark} />
            <text x={placeOf(month)} y={COUNTS} textAnchor="middle" className={styles.chartCount}>
              {formatNumber(n)}
            </text>
          </g>
        ))}
        {named.map(({ month, middle }) => (
          <text key={month} x={x(middle)} y={NAMES} textAnchor="middle" className={chartStyles.chartLabel}>
            {formatMonth(month, 'short')}
          </text>
        ))}
      </svg>
      <figcaption className="quiet small">{t('skill.trend_n')}</figcaption>
      <TrendTable points={points} history={history} />
    </figure>
  )
}
