import { DAY_MS } from '@reflet/contract/durations'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { contactsQuery } from '../contacts/contacts.api.ts'
import { answersQuery, receivedQuery } from '../feedback/feedback.api.ts'

/**
 * Prefetches the data of the likeliest next screens while the browser is idle; the code of the areas is prefetched by the route table. My
 * contacts once a day, so that they open without a connection.
 */
export function usePrefetchNext(isShown: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    if (!isShown) return
    const timer = window.setTimeout(() => {
      void client.prefetchInfiniteQuery(receivedQuery('pending'))
      void client.prefetchInfiniteQuery(answersQuery())
      void client.prefetchInfiniteQuery({ ...contactsQuery(), staleTime: DAY_MS })
    }, AFTER_MS)
    return () => window.clearTimeout(timer)
  }, [client, isShown])
}

/** The page's own calls are sent first. */
const AFTER_MS = 500
