import { formatNumber } from '../platform/locale.ts'
import styles from './chart.module.css'

interface Props {
  ticks: readonly number[]
  y: (tick: number) => number
  /** Of the chart; a line ends 8 units before its edge. */
  width: number
  /** Where a line begins, on the right side when `mirrored`; its number is in the middle of the space before it. */
  start: number
  mirrored: boolean
  className?: string | undefined
}

/** The horizontal lines of a chart's scale, with their numbers. */
export const ScaleLines = ({ ticks, y, width, start, mirrored, className = '' }: Props) =>
  ticks.map((tick) => (
    <g key={tick}>
      <line
        x1={mirrored ? 8 : start}
        x2={mirrored ? width - start : width - 8}
        y1={y(tick)}
        y2={y(tick)}
        className={`${styles.scaleLine} ${className}`}
      />
      <text x={mirrored ? width - start / 2 + 2 : start / 2 - 2} y={y(tick) + 4} textAnchor="middle" className={styles.chartLabel}>
        {formatNumber(tick)}
      </text>
    </g>
  ))
