import type { Page } from '@playwright/test'
import type { Locale } from '@reflet/contract/common'
import type { UserRecord } from '@reflet/contract/people'
import { apiOf } from './api.ts'

export const DEMO_PASSWORD = 'reflet-demo'

const entered = new WeakSet<Page>()

/**
 * Logs in by the API and stores on the device what the app stores after a login: the first opened page is that of a logged-in person. The
 * language is set on the server, as another device would.
 */
export async function enter(page: Page, email: string, locale?: Locale): Promise<void> {
  if (entered.has(page)) throw new Error('this browser has entered once: from then on its person uses the login page')
  entered.add(page)
  const api = apiOf(page)
  const { clientId } = await api.get<{ clientId: string }>('/api/getcredentials')
  await api.submit('/api/login', { grant_type: 'password', client_id: clientId, username: email, password: DEMO_PASSWORD })
  if (locale) await api.send('PATCH', '/api/users/1', { locale })
  const data = await api.get<UserRecord>('/api/users/1')
  const record = { userId: data.user.id, email, access_token: null, data, suggestions: [], history: [], hierarchical: [] }
  await page.addInitScript(keepOnDevice, record)
}

/**
 * In the browser, before the app's first script: the app's database opens after this version change. It is repeated until the record is stored:
 * a reload that follows at once aborts the version change.
 */
function keepOnDevice(record: { userId: string }) {
  if (!location.protocol.startsWith('http') || localStorage.getItem('journey.entered')) return
  localStorage.setItem('reflet.user', record.userId)
  const opening = indexedDB.open('_myDb', 2)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('local-forage-detect-blob-support')
    opening.result.createObjectStore('_ionickv').put(record, 'current-user')
  }
  opening.onsuccess = () => {
    localStorage.setItem('journey.entered', record.userId)
    opening.result.close()
  }
}
