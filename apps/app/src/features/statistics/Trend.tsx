import { isRightToLeft } from '@reflet/contract/common'
import { scaleLinear, scalePoint } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { useTranslation } from 'react-i18next'
import { formatDate, formatNumber, useLocale } from '../../platform/locale.ts'

interface Point {
  month: string
  mean: number
  n: number
}

const WIDTH = 320
const HEIGHT = 150

const inMonth = (month: string, style: 'short' | 'long') =>
  formatDate(`${month}-15T12:00:00Z`, style === 'long' ? { month: 'long', year: 'numeric' } : { month: 'short' })

/** The mean of each month, on the fixed way from 1 to 5, so that a small change looks small. */
export function Trend({ points }: { points: readonly Point[] }) {
  const { t } = useTranslation()
  const mirrored = isRightToLeft(useLocale())
  const x = scalePoint<string>({ domain: points.map(({ month }) => month), range: mirrored ? [WIDTH - 24, 24] : [24, WIDTH - 24] })
  const y = scaleLinear<number>({ domain: [1, 5], range: [HEIGHT - 34, 16] })
  const shown = points.length <= 6 ? points : points.filter((_, index) => index % 2 === (points.length - 1) % 2)
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {[1, 3, 5].map((tick) => (
          <g key={tick}>
            <line x1={16} x2={WIDTH - 8} y1={y(tick)} y2={y(tick)} className="scale-line" />
            <text x={mirrored ? WIDTH - 10 : 4} y={y(tick) + 4} className="chart-label">
              {formatNumber(tick)}
            </text>
          </g>
        ))}
        <LinePath data={[...points]} x={({ month }) => x(month) ?? 0} y={({ mean }) => y(mean)} className="others-line" />
        {points.map(({ month, mean }) => (
          <circle key={month} cx={x(month)} cy={y(mean)} r={5} className="others-mark" />
        ))}
        {shown.map(({ month }) => (
          <text key={month} x={x(month)} y={HEIGHT - 8} textAnchor="middle" className="chart-label">
            {inMonth(month, 'short')}
          </text>
        ))}
      </svg>
      <table className="visually-hidden">
        <caption>{t('skill.trend')}</caption>
        <tbody>
          {points.map(({ month, mean, n }) => (
            <tr key={month}>
              <th scope="row">{inMonth(month, 'long')}</th>
              <td>{t('dashboard.score', { score: formatNumber(mean, { maximumFractionDigits: 1 }), count: n, n: formatNumber(n) })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
