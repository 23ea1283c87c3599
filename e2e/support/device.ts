import type { BrowserContext, Page } from '@playwright/test'

/** The app's records in the database of this device, by the prefix of their key. */
export const keptOnDevice = (page: Page, prefix: string) =>
  page.evaluate(
    (prefix) =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('_myDb')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const store = opening.result.transaction('_ionickv').objectStore('_ionickv')
          const reading = store.getAll(IDBKeyRange.bound(prefix, `${prefix}\uffff`))
          reading.onsuccess = () => {
            opening.result.close()
            resolve(reading.result)
          }
        }
      }),
    prefix,
  )

/** The names of all records of the app on this device. */
export const namesOnDevice = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('_myDb')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('_ionickv').objectStore('_ionickv').getAllKeys()
          reading.onsuccess = () => {
            opening.result.close()
            resolve([...reading.result.map(String), ...Object.keys(localStorage)])
          }
        }
      }),
  )

/** Puts records of the app on this device, beside those that it has. */
export const putOnDevice = (page: Page, records: Readonly<Record<string, unknown>>) =>
  page.evaluate(
    (records) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('_myDb')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const writing = opening.result.transaction('_ionickv', 'readwrite')
          for (const [name, value] of Object.entries(records)) writing.objectStore('_ionickv').put(value, name)
          writing.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
    records,
  )

/** Another tab holds the same database: until it is closed, the app's writes wait. */
export async function holdDevice(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto('/assets/i18n/en.json')
  await tab.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('_myDb')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const store = opening.result.transaction('_ionickv', 'readwrite').objectStore('_ionickv')
          const hold = () => {
            store.get('').onsuccess = () => {
              resolve()
              hold()
            }
          }
          hold()
        }
      }),
  )
  return tab
}

/** An iPhone as Ionic recognises it. */
export const IPHONE = {
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
} as const
