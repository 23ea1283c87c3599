import { isRightToLeft } from '@reflet/contract/common'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { useTranslation } from 'react-i18next'
import { formatNumber, useLocale } from '../../platform/locale.ts'
import chartStyles from '../../ui/chart.module.css'
import { HiddenTable } from '../../ui/HiddenTable.tsx'
import styles from './dashboard.module.css'
import { useSpreadText } from './figures.ts'

interface Props {
  distribution: readonly number[]
  /** A sparkline of the distribution, without numbers: they are elsewhere on the page. */
  small?: boolean
}

const RATINGS = [1, 2, 3, 4, 5] as const

/** How often each rating was given. For screen readers there is a table with the same data. */
export function Distribution({ distribution, small = false }: Props) {
  const { t } = useTranslation()
  const spreadText = useSpreadText()
  const mirrored = isRightToLeft(useLocale()) && !small
  const [width, height, base] = small ? [60, 20, 18] : [320, 150, 104]
  const x = scaleBand<number>({ domain: [...RATINGS], range: mirrored ? [width, 0] : [0, width], padding: small ? 0.25 : 0.35 })
  const y = scaleLinear<number>({ domain: [0, Math.max(1, ...distribution)], range: [0, base - (small ? 2 : 24)] })
  const of = (rating: number) => distribution[rating - 1] ?? 0
  const bars = RATINGS.map((rating) => {
    const barHeight = Math.max(y(of(rating)), 2)
    return (
      <g key={rating}>
        <Bar
          x={x(rating) ?? 0}
          y={base - barHeight}
          width={x.bandwidth()}
          height={barHeight}
          rx={small ? 1 : 4}
          className={styles.othersBar ?? ''}
        />
        {small ? null : (
          <>
            <text x={(x(rating) ?? 0) + x.bandwidth() / 2} y={base - barHeight - 8} textAnchor="middle" className={chartStyles.chartValue}>
              {formatNumber(of(rating))}
            </text>
            <text x={(x(rating) ?? 0) + x.bandwidth() / 2} y={base + 22} textAnchor="middle" className={chartStyles.chartLabel}>
              {formatNumber(rating)}
            </text>
          </>
        )}
      </g>
    )
  })
  if (small) {
    return (
      <svg className={styles.distributionSmall} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={spreadText(distribution)}>
        {bars}
      </svg>
    )
  }
  return (
    <figure className={`${chartStyles.chart} chart`}>
      <svg viewBox={`0 0 ${width} ${height - 14}`} aria-hidden="true">
        {bars}
      </svg>
      <HiddenTable caption={t('skill.distribution')}>
        <tbody>
          {RATINGS.map((rating) => (
            <tr key={rating}>
              <th scope="row">{t(`rating.${rating}.label`)}</th>
              <td>{formatNumber(of(rating))}</td>
            </tr>
          ))}
        </tbody>
      </HiddenTable>
    </figure>
  )
}
