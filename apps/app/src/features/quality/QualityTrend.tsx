import { isRightToLeft } from '@reflet/contract/common'
import type { QualityIndex } from '@reflet/contract/quality'
import { scaleLinear, scalePoint } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { useTranslation } from 'react-i18next'
import { formatMonth } from '../../platform/days.ts'
import { formatNumber, useLocale } from '../../platform/locale.ts'
import chartStyles from '../../ui/chart.module.css'
import { HiddenTable } from '../../ui/HiddenTable.tsx'
import { ScaleLines } from '../../ui/ScaleLines.tsx'
import styles from './quality.module.css'

const WIDTH = 320
const HEIGHT = 150

/** The index of each month, on a fixed scale from 0 to 100, so that a small change looks small. */
export function QualityTrend({ points }: { points: QualityIndex['trend'] }) {
  const { t } = useTranslation()
  const mirrored = isRightToLeft(useLocale())
  const x = scalePoint<string>({ domain: points.map(({ month }) => month), range: mirrored ? [WIDTH - 40, 24] : [40, WIDTH - 24] })
  const y = scaleLinear<number>({ domain: [0, 100], range: [HEIGHT - 34, 16] })
  const shown = points.length <= 6 ? points : points.filter((_, index) => index % 2 === (points.length - 1) % 2)
  return (
    <figure className={`${chartStyles.chart} chart`}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <ScaleLines ticks={[0, 50, 100]} y={y} width={WIDTH} start={30} mirrored={mirrored} />
        <LinePath data={[...points]} x={({ month }) => x(month) ?? 0} y={({ index }) => y(index)} className={styles.qualityLine ?? ''} />
        {points.map(({ month, index }) => (
          <circle key={month} cx={x(month)} cy={y(index)} r={5} className={styles.qualityMark} />
        ))}
        {shown.map(({ month }) => (
          <text key={month} x={x(month)} y={HEIGHT - 8} textAnchor="middle" className={chartStyles.chartLabel}>
            {formatMonth(month, 'short')}
          </text>
        ))}
      </svg>
      <HiddenTable caption={t('quality.trend')}>
        <tbody>
          {points.map(({ month, index, n }) => (
            <tr key={month}>
              <th scope="row">{formatMonth(month, 'long')}</th>
              <td>{t('quality.month', { index: formatNumber(Math.round(index)), count: n, n: formatNumber(n) })}</td>
            </tr>
          ))}
        </tbody>
      </HiddenTable>
    </figure>
  )
}
