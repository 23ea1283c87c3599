import type { RelationStatistics } from '@reflet/contract/statistics'
import { useTranslation } from 'react-i18next'
import { formatMean, formatNumber } from '../../platform/locale.ts'
import { useUser } from '../../platform/session.ts'
import chartStyles from '../../ui/chart.module.css'
import { HiddenHead } from '../../ui/HiddenTable.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { Distribution } from './Distribution.tsx'
import styles from './relation.module.css'

interface Props {
  relations: readonly RelationStatistics[]
  withheld: number
}

/** The ratings by relation, where there are enough. */
export function ByRelation({ relations, withheld }: Props) {
  const { t } = useTranslation()
  const threshold = useUser()?.company.confidentiality_threshold
  return (
    <div className="card stack">
      <h2 id="by-relation">{t('skill.by_relation.title')}</h2>
      {relations.length > 0 ? (
        <div className={styles.relationBox}>
          <table className={styles.relationTable} aria-labelledby="by-relation">
            <HiddenHead names={[t('skill.by_relation.relation'), t('skill.by_relation.mean'), t('skill.distribution')]} />
            <tbody>
              {relations.map(({ relation, n, mean, distribution }) => (
                <tr key={relation ?? 'several'}>
                  <th scope="row">{relation ? t(`relation.${relation}`) : t('skill.by_relation.several')}</th>
                  <td>
                    <span className={chartStyles.othersWord}>{formatMean(mean)}</span>
                    <span className="line quiet small">{t('skill.others', { count: n, n: formatNumber(n) })}</span>
                  </td>
                  <td>
                    <Distribution distribution={distribution} small />
                    <span className="visually-hidden">{distribution.map((count) => formatNumber(count)).join(', ')}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {withheld > 0 ? (
        <p className="quiet small">{t('skill.by_relation.withheld', { count: withheld, n: formatNumber(withheld) })}</p>
      ) : null}
      {threshold ? <TrustLine sealed>{t('skill.by_relation.rule', { count: threshold, n: formatNumber(threshold) })}</TrustLine> : null}
    </div>
  )
}
