import { Drivers, type Storage } from '@ionic/storage'

/** What is stored when everything has been moved. */
const MOVED = 'moved-from-indexeddb'

/**
 * An app of a version without SQLite kept its records in the web view's IndexedDB: they are moved once, before anything is read. A record
 * that is already here is newer. When the device is full the rest stays where it is, and the next start tries again.
 * @param create makes a storage of the same name with these drivers
 */
export async function moveFromIndexedDb(database: Storage, create: (drivers: readonly string[]) => Promise<Storage>): Promise<void> {
  if (database.driver === Drivers.IndexedDB || (await database.get(MOVED))) return
  const earlier = await create([Drivers.IndexedDB])
  for (const key of await earlier.keys()) {
    if ((await database.get(key)) === null) await database.set(key, await earlier.get(key))
    await earlier.remove(key)
  }
  await database.set(MOVED, true)
  await earlier.clear()
}
