import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { ApiError } from '../../platform/errors.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { groupsQuery } from './contacts.api.ts'
import { GroupForm } from './GroupForm.tsx'

/** My group of this id; the list is fetched page by page until it is found. */
function useGroup(id: string | undefined) {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    ...groupsQuery,
    enabled: id !== undefined,
  })
  const group = data?.pages.flatMap((page) => page.groups).find((one) => one.id === id)
  const searching = !group && hasNextPage
  useEffect(() => {
    if (searching && !isFetching) void fetchNextPage()
  }, [searching, isFetching, fetchNextPage])
  const missing = data && !group && !hasNextPage && !isFetching ? new ApiError(404, 'not_found') : null
  return { group, error: group ? null : (error ?? missing), isPending: isPending || searching, refetch }
}

/** `/group` creates a group, `/group/:id` edits one. */
export default function GroupPage() {
  const { t } = useTranslation()
  const { id } = useParams()
  const { group, error, refetch } = useGroup(id)
  if (id === undefined) return <GroupForm key="new" group={undefined} />
  if (group) return <GroupForm key={group.id} group={group} />
  return (
    <Page shows={[['contacts']]} title={t('contacts.group')} back="/contacts?list=groups">
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Skeleton />}
    </Page>
  )
}
