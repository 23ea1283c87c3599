import type { Output } from '@reflet/contract/endpoint'
import { newsfeed } from '@reflet/contract/newsfeed'
import type { NewsItem } from '@reflet/contract/people'
import { type InfiniteData, infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/client.ts'
import { userQuery } from '../../platform/session.ts'

export type NewsPage = Output<typeof newsfeed.listNews>

export const newsQuery = infiniteQueryOptions({
  queryKey: ['news'],
  queryFn: ({ pageParam, signal }) => call(newsfeed.listNews, { query: { ...(pageParam && { cursor: pageParam }) } }, { signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor ?? undefined,
})

const isUnread = ({ is_read }: NewsItem) => !is_read

/** Initial data: the user record contains the newest items, shown before the list is fetched. */
export const firstNews = (items: readonly NewsItem[]): InfiniteData<NewsPage, string> => ({
  pages: [{ newsfeed: [...items], unread: items.filter(isUnread).length, next_cursor: null }],
  pageParams: [''],
})

/** null: all of them. */
type Ids = readonly string[] | null

const read = (items: readonly NewsItem[], ids: Ids): NewsItem[] =>
  items.map((item) => (ids === null || ids.includes(item.id) ? { ...item, is_read: true } : item))

const unreadAmong = (pages: readonly NewsPage[], ids: readonly string[]) =>
  pages.flatMap((page) => page.newsfeed).filter((item) => isUnread(item) && ids.includes(item.id)).length

function readPages<Param>(data: InfiniteData<NewsPage, Param> | undefined, ids: Ids) {
  if (!data) return undefined
  const fewer = ids ? unreadAmong(data.pages, ids) : Number.POSITIVE_INFINITY
  const pages = data.pages.map((page) => ({ ...page, newsfeed: read(page.newsfeed, ids), unread: Math.max(0, page.unread - fewer) }))
  return { ...data, pages }
}

/** Optimistic update: marks items as read at once, and reverts when the call fails. */
export function useReadNews() {
  const client = useQueryClient()
  const setRecordNews = (change: (items: NewsItem[]) => NewsItem[]) =>
    client.setQueryData(
      userQuery.queryKey,
      (record) => record && { ...record, gamification: { ...record.gamification, newsfeed: change(record.gamification.newsfeed) } },
    )
  return useMutation({
    mutationFn: (ids: Ids) => call(newsfeed.readNews, { body: ids ? { ids: [...ids] } : { all: true } }),
    onMutate: async (ids) => {
      await client.cancelQueries({ queryKey: newsQuery.queryKey })
      const before = {
        news: client.getQueryData(newsQuery.queryKey),
        items: client.getQueryData(userQuery.queryKey)?.gamification.newsfeed,
      }
      client.setQueryData(newsQuery.queryKey, (data) => readPages(data, ids))
      setRecordNews((items) => read(items, ids))
      return before
    },
    onError: (_error, _ids, before) => {
      if (before?.news) client.setQueryData(newsQuery.queryKey, before.news)
      if (before?.items) setRecordNews(() => before.items ?? [])
    },
    onSettled: () => void client.invalidateQueries({ queryKey: newsQuery.queryKey }),
  })
}
