import { createAsyncStoragePersister } from '@tanstack/query-async-storage-persister'
import { type DehydratedState, notifyManager, type QueryClient } from '@tanstack/react-query'
import { persistQueryClient } from '@tanstack/react-query-persist-client'
import { ApiError, isOffline } from './errors.ts'
import { afterPress, watchPress } from './press.ts'
import { storage } from './storage.ts'

// Restored data are shown at once and fetched again: what arrives during a press is shown after it.
watchPress()
notifyManager.setScheduler(afterPress)

const isTransient = (error: Error) => isOffline(error) || (error instanceof ApiError && error.status >= 500)

/** As it was when it was fetched: a later fetch that failed is not stored. */
const asFetched = <Query extends DehydratedState['queries'][number]>(query: Query): Query => ({
  ...query,
  state: { ...query.state, status: 'success', error: null, fetchFailureCount: 0, fetchFailureReason: null },
})

/** Stores the queries under `key` on this device, and restores what is there. Returns how to end it, and when it was restored. */
export function persist(queryClient: QueryClient, key: string, maxAge: number, buster: string): [end: () => void, restored: Promise<void>] {
  // The persister saves a second late: its pending data must not be written after the session has ended.
  let live = true
  const persister = createAsyncStoragePersister({
    key,
    serialize: (kept) =>
      JSON.stringify({ ...kept, clientState: { ...kept.clientState, queries: kept.clientState.queries.map(asFetched) } }),
    storage: {
      getItem: (name) => storage.get<string>(name),
      setItem: async (name, value) => {
        if (live) await storage.set(name, value)
        if (!live) await storage.remove(name)
      },
      removeItem: storage.remove,
    },
  })
  const [unsubscribe, restored] = persistQueryClient({
    queryClient,
    persister,
    buster,
    maxAge,
    dehydrateOptions: {
      // Data stay over a fetch without a connection; what the server refused by now is no longer this person's to see.
      shouldDehydrateQuery: ({ queryKey, state, meta }) =>
        state.data !== undefined && (state.error === null || isTransient(state.error)) && queryKey[0] !== 'guest' && meta?.kept !== false,
      shouldDehydrateMutation: () => false,
    },
  })
  const end = () => {
    live = false
    unsubscribe()
  }
  return [end, restored]
}
