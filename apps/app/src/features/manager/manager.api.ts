import { sharing } from '@reflet/contract/sharing'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/client.ts'
import { fullName } from '../../platform/full-name.ts'
import { formatNumber } from '../../platform/locale.ts'
import { useConfirm } from '../../ui/confirm.ts'

/** My manager, how many answers they can read now, and suggestions while there is none. */
export const managerQuery = queryOptions({
  queryKey: ['manager'],
  queryFn: ({ signal }) => call(sharing.getManager, {}, { signal }),
})

interface Change {
  /** Whether this manager is no superior of mine after the change. */
  loses: (managerId: string) => boolean
  go: () => void
  /** What to do instead when my manager stays. */
  otherwise?: () => void
}

/** Confirmation before a change of relations that also ends my manager's role: it says what is no longer shared. */
export function useManagerQuestion() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const confirm = useConfirm()
  return async ({ loses, go, otherwise = go }: Change) => {
    const mine = await client.fetchQuery(managerQuery).catch(() => client.getQueryData(managerQuery.queryKey))
    if (!mine?.manager?.id || !loses(mine.manager.id)) return otherwise()
    const name = fullName(mine.manager)
    confirm({
      header: t('my_manager.ends_title', { name }),
      message:
        mine.shared > 0 ? t('my_manager.closes', { count: mine.shared, n: formatNumber(mine.shared), name }) : t('my_manager.ends_text'),
      action: t('my_manager.ends'),
      onConfirm: go,
    })
  }
}
