import { QueryClient } from '@tanstack/react-query'
import { fetchCode } from './code.ts'
import { ApiError } from './errors.ts'
import { appVersion } from './runtime.ts'
import { storage } from './storage.ts'

const DAY = 86_400_000
const MAX_AGE = 7 * DAY
const KEY = 'query-cache'

/** Another try may help when nobody answered or the server stumbled, never when it refused. */
const worthRetrying = (failures: number, error: Error) =>
  failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // `always`: without a network a screen says so and offers Retry, instead of waiting in silence.
      networkMode: 'always',
      retry: worthRetrying,
      staleTime: 30_000,
      gcTime: MAX_AGE,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** `meta` of what this device never keeps. */
export const NOT_KEPT = { kept: false }

let stop: (() => void) | undefined

/** Keeps what this user has read, so that the app opens filled and offline. Guests' data is never kept. Throws `ApiError` when its code cannot be fetched. */
export async function startPersisting(userId: string) {
  const [{ persistQueryClient }, { createAsyncStoragePersister }] = await fetchCode(() =>
    Promise.all([import('@tanstack/react-query-persist-client'), import('@tanstack/query-async-storage-persister')]),
  )
  stop?.()
  // The persister saves a second late: what it still holds when the session ends must not come back.
  let live = true
  const persister = createAsyncStoragePersister({
    key: KEY,
    storage: {
      getItem: (key) => storage.get<string>(key),
      setItem: async (key, value) => {
        if (live) await storage.set(key, value)
        if (!live) await storage.remove(key)
      },
      removeItem: storage.remove,
    },
  })
  const [unsubscribe, restored] = persistQueryClient({
    queryClient,
    persister,
    buster: `${appVersion}:${userId}`,
    maxAge: MAX_AGE,
    dehydrateOptions: {
      shouldDehydrateQuery: ({ queryKey, state, meta }) => state.status === 'success' && queryKey[0] !== 'guest' && meta?.kept !== false,
      shouldDehydrateMutation: () => false,
    },
  })
  stop = () => {
    live = false
    unsubscribe()
  }
  await restored
  // What was kept is shown at once and asked for again: it may have been changed or taken back meanwhile.
  void queryClient.invalidateQueries()
}

export async function forgetQueries() {
  stop?.()
  stop = undefined
  queryClient.clear()
  await storage.remove(KEY)
}
