import { useEffect } from 'react'

interface Pages {
  data: unknown
  error: unknown
  hasNextPage: boolean
  isFetching: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Fetches page after page of a list until what is wanted is found; answers whether it is still looking. */
export function useSearchPages({ data, error, hasNextPage, isFetching, fetchNextPage }: Pages, found: boolean): boolean {
  const searching = data !== undefined && !found && !error && (hasNextPage || isFetching)
  useEffect(() => {
    if (searching && !isFetching) void fetchNextPage()
  }, [searching, isFetching, fetchNextPage])
  return searching
}
