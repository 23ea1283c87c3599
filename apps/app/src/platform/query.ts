import { DAY_MS } from '@reflet/contract/durations'
import { type FetchQueryOptions, QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query'
import { appVersion } from './build-target.ts'
import { fetchCode } from './code.ts'
import { ApiError } from './errors.ts'
import { storage } from './storage.ts'

const MAX_AGE = 7 * DAY_MS
const KEY = 'query-cache'

/** Retries without a response or after a server error, never after a refusal. */
const worthRetrying = (failures: number, error: Error) =>
  failures < 2 && error instanceof ApiError && !(error.status > 0 && error.status < 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // `always`: offline a screen shows an error with Retry, instead of waiting silently.
      networkMode: 'always',
      retry: worthRetrying,
      staleTime: 30_000,
      gcTime: MAX_AGE,
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/**
 * `fetchQuery` whose result is the server's. Without it a page that showed the same query and closes meanwhile cancels the fetch, and the result
 * is what was known before.
 */
export function fetchToEnd<T, K extends QueryKey>(query: FetchQueryOptions<T, Error, T, K>): Promise<T> {
  const leave = new QueryObserver(queryClient, query).subscribe(() => undefined)
  return queryClient.fetchQuery(query).finally(leave)
}

/** `meta` of queries that are never stored on this device. */
export const NOT_KEPT = { kept: false }

let stop: (() => void) | undefined

const fetchPersisting = () => fetchCode(() => import('./persisting.ts'))

/** Prefetches the code of `startPersisting` while the storage is opened; a failure shows when the code is needed. */
export const preparePersisting = () => void fetchPersisting().catch(() => undefined)

/**
 * Persists this user's queries, so that the app opens with data and offline. Guests' data are never stored. Throws `ApiError` when its code
 * cannot be fetched.
 */
export async function startPersisting(userId: string) {
  const { persist } = await fetchPersisting()
  stop?.()
  const [end, restored] = persist(queryClient, KEY, MAX_AGE, `${appVersion}:${userId}`)
  stop = end
  await restored
  // Persisted data are shown at once and fetched again: they may have changed.
  void queryClient.invalidateQueries()
}

export async function forgetQueries() {
  stop?.()
  stop = undefined
  queryClient.clear()
  await storage.remove(KEY)
}
