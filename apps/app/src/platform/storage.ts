import type { Storage } from '@ionic/storage'
import { fetchCode } from './code.ts'

/** Lazy loading: the login screen of a new visitor needs no storage. */
let opening: Promise<Storage> | undefined

const fetchDatabase = () => fetchCode(() => Promise.all([import('@ionic/storage'), import('localforage-cordovasqlitedriver')]))

const NAME = '_myDb'

/** Whether anything may be stored on this device, without the code that reads it. */
export async function mayHaveStored(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === NAME)
  } catch {
    return true
  }
}

/** Throws `ApiError` when its code cannot be fetched: then it is unknown what is stored; reading would return null. */
export const reachStorage = async (): Promise<void> => void (await fetchDatabase())

async function open() {
  const [{ Storage, Drivers }, { default: sqlite }] = await fetchDatabase()
  const create = async (driverOrder: readonly string[]) => {
    const database = new Storage({ name: NAME, driverOrder: [...driverOrder] })
    await database.defineDriver(sqlite)
    return database.create()
  }
  const database = await create([sqlite._driver, Drivers.IndexedDB, Drivers.LocalStorage])
  if (import.meta.env.MODE === 'native')
    await (await import('./native/earlier-storage.ts')).moveFromIndexedDb(database, create).catch(() => undefined)
  return database
}

const database = () => {
  opening ??= open().catch((error) => {
    // The code may have failed to load: the next call retries.
    opening = undefined
    throw error
  })
  return opening
}

/** The longest wait for a write, in milliseconds. */
const WRITE_WAIT = 2_000

/** Bounded wait: resolves when the write has ended, or after `WRITE_WAIT`. A device whose storage hangs must not stop what the server has accepted. */
export const soonWritten = (write: Promise<void>): Promise<void> =>
  Promise.race([write, new Promise<void>((resolve) => setTimeout(resolve, WRITE_WAIT))])

/** Device storage: Cordova SQLite, else IndexedDB, else LocalStorage. Without any of them nothing is stored. */
export const storage = {
  async get<T>(key: string): Promise<T | null> {
    try {
      return await (await database()).get(key)
    } catch {
      return null
    }
  },
  async set(key: string, value: unknown): Promise<void> {
    try {
      await (await database()).set(key, value)
    } catch {
      // Full or forbidden: the app continues without storage.
    }
  },
  async remove(key: string): Promise<void> {
    try {
      await (await database()).remove(key)
    } catch {
      // See above.
    }
  },
  async keys(): Promise<string[]> {
    try {
      return await (await database()).keys()
    } catch {
      return []
    }
  },
}
