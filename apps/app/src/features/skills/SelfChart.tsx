import { isRightToLeft } from '@reflet/contract/common'
import { DAY_MS } from '@reflet/contract/durations'
import type { SelfEvaluation } from '@reflet/contract/skills'
import { scaleLinear, scaleTime } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { formatDate, useLocale } from '../../platform/locale.ts'
import chartStyles from '../../ui/chart.module.css'
import { ScaleLines } from '../../ui/ScaleLines.tsx'

const WIDTH = 320
const HEIGHT = 130
const MONTH_MS = 30 * DAY_MS

/** At least a month wide, so that two ratings of one afternoon are not far apart. */
function domainOf(times: readonly number[]): [number, number] {
  const last = Math.max(...times)
  return [Math.min(...times, last - MONTH_MS), last]
}

/** My self-evaluations over time, on a fixed scale from 1 to 5. Hidden from screen readers: the table below has the same data. */
export function SelfChart({ evaluations }: { evaluations: readonly SelfEvaluation[] }) {
  const mirrored = isRightToLeft(useLocale())
  const points = evaluations.map(({ id, rating, created_at }) => ({ id, rating, at: new Date(created_at).getTime() })).reverse()
  const domain = domainOf(points.map(({ at }) => at))
  const x = scaleTime<number>({ domain, range: mirrored ? [WIDTH - 30, 16] : [30, WIDTH - 16] })
  const y = scaleLinear<number>({ domain: [1, 5], range: [HEIGHT - 30, 14] })
  return (
    <figure className={`${chartStyles.chart} chart`}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <ScaleLines ticks={[1, 3, 5]} y={y} width={WIDTH} start={18} mirrored={mirrored} />
        <LinePath data={points} x={({ at }) => x(at)} y={({ rating }) => y(rating)} className={chartStyles.selfLine ?? ''} />
        {points.map(({ id, rating, at }) => (
          <rect
            key={id}
            x={-6}
            y={-6}
            width={12}
            height={12}
            rx={2}
            className={chartStyles.selfMark}
            transform={`translate(${x(at)} ${y(rating)}) rotate(45)`}
          />
        ))}
        {domain.map((at, index) => (
          <text
            key={at}
            x={x(at)}
            y={HEIGHT - 6}
            textAnchor={(index === 0) === !mirrored ? 'start' : 'end'}
            className={chartStyles.chartLabel}
          >
            {formatDate(at, { month: 'short', year: 'numeric' })}
          </text>
        ))}
      </svg>
    </figure>
  )
}
