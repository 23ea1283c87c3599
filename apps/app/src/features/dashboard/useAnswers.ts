import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerFilter, answersQuery, olderConfidentialQuery } from '../feedback/feedback.api.ts'

/** Deduplicates concurrent fetches of the same page. */
const TOGETHER = { cancelRefetch: false }

/** Every answer that I may read: named ones page by page, then the confidential ones; the first page includes the newest of them. */
export function useAnswers(filter: AnswerFilter) {
  const named = useInfiniteQuery(answersQuery(filter))
  const [first] = named.data?.pages ?? []
  const cursor = first?.confidential_cursor ?? ''
  const [asked, setAsked] = useState(false)
  const older = useInfiniteQuery({ ...olderConfidentialQuery(filter.skill_id, cursor), enabled: asked && cursor !== '' })
  const { error, isPending, refetch } = named
  return {
    error: named.data ? null : error,
    isPending,
    refetch,
    named: named.data?.pages.flatMap((page) => page.answers) ?? [],
    moreNamed: {
      has: named.hasNextPage,
      pending: named.isFetchingNextPage,
      failed: named.isFetchNextPageError,
      fetch: () => void named.fetchNextPage(TOGETHER),
    },
    confidential: [...(first?.confidential ?? []), ...(older.data?.pages.flatMap((page) => page.confidential) ?? [])],
    moreConfidential: {
      has: cursor !== '' && (!asked || older.isPending || older.isError || older.hasNextPage),
      pending: older.isFetching,
      failed: older.isError,
      fetch: () => {
        if (!asked) setAsked(true)
        else void (older.data ? older.fetchNextPage(TOGETHER) : older.refetch(TOGETHER))
      },
    },
  }
}
