import { useEffect } from 'react'

interface Pages {
  data: unknown
  error: unknown
  hasNextPage: boolean
  isFetching: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Fetches page after page of a list until an item is found; returns whether it is still searching. */
export function useSearchPages({ data, error, hasNextPage, isFetching, fetchNextPage }: Pages, found: boolean): boolean {
  const searching = data !== undefined && !found && !error && (hasNextPage || isFetching)
  useEffect(() => {
    if (searching && !isFetching) void fetchNextPage()
  }, [searching, isFetching, fetchNextPage])
  return searching
}
