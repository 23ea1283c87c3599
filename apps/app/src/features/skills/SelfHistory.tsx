import type { SelfEvaluation } from '@reflet/contract/skills'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDate, formatNumber } from '../../platform/locale.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { HiddenHead } from '../../ui/HiddenTable.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SelfChart } from './SelfChart.tsx'
import { selfEvaluationsQuery } from './skills.api.ts'
import styles from './skills.module.css'

/** My self-evaluations on one skill, as a line and as a table. */
export function SelfHistory({ skillId }: { skillId: string }) {
  const { t } = useTranslation()
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    selfEvaluationsQuery(skillId),
  )
  const evaluations = data?.pages.flatMap((page) => page.evaluations) ?? []
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (isPending) return <Skeleton rows={2} avatar={false} />
  if (evaluations.length === 0) return null
  return (
    <section className="card stack">
      <h3>{t('self.history')}</h3>
      {evaluations.length > 1 ? <SelfChart evaluations={evaluations} /> : null}
      <Table evaluations={evaluations} />
      {hasNextPage ? <MoreButton pending={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </section>
  )
}

function Table({ evaluations }: { evaluations: readonly SelfEvaluation[] }) {
  const { t } = useTranslation()
  return (
    <table className={styles.selfTable} data-testid="self-table" aria-label={t('self.history')}>
      <HiddenHead names={[t('self.date'), t('self.rating')]} />
      <tbody>
        {evaluations.map(({ id, rating, created_at }) => (
          <tr key={id}>
            <th scope="row">{formatDate(created_at)}</th>
            <td>
              <span className={styles.selfDot} aria-hidden="true">
                {formatNumber(rating)}
              </span>
              {t(`rating.${rating as 1 | 2 | 3 | 4 | 5}.label`)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
