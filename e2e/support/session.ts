import type { Page } from '@playwright/test'
import type { Locale } from '@reflet/contract/common'
import type { Endpoint, Input, Output } from '@reflet/contract/endpoint'
import { people } from '@reflet/contract/people'
import { session } from '@reflet/contract/session'
import { callServer } from '../../apps/server/src/test/call-server.ts'
import { type Api, apiOf } from './api.ts'

export const DEMO_PASSWORD = 'reflet-demo'

async function grantOf(api: Api, username: string) {
  const { clientId } = await api.call(session.getCredentials)
  return { grant_type: 'password', client_id: clientId, username, password: DEMO_PASSWORD } as const
}

/** Logs the browser in by the API. What asks for the password some minutes after a login does not ask then. */
export const openSession = async (api: Api, email: string) => api.call(session.login, { body: await grantOf(api, email) })

/** What the app stores on the device of a person. */
export function recordOf(email: string, data: Output<typeof people.getUser>) {
  return { userId: data.user.id, email, access_token: null, data, suggestions: [], history: [], hierarchical: [] }
}

const entered = new WeakSet<Page>()

/**
 * Logs in by the API and stores on the device what the app stores after a login: the first opened page is that of a logged-in person, in
 * their language.
 */
export async function enter(page: Page, email: string, locale?: Locale): Promise<void> {
  if (entered.has(page)) throw new Error('this browser has entered once: from then on its person uses the login page')
  entered.add(page)
  const api = apiOf(page)
  await openSession(api, email)
  if (locale) await api.call(people.updateUser, { params: { userId: '1' }, body: { locale } })
  const data = await api.call(people.getUser, { params: { userId: '1' } })
  await page.addInitScript(keepOnDevice, recordOf(email, data))
}

/**
 * In the browser, before the app's first script: the app's database opens after this version change. It is repeated until the record is stored:
 * a reload that follows at once aborts the version change.
 */
function keepOnDevice(record: ReturnType<typeof recordOf>) {
  if (!location.protocol.startsWith('http') || localStorage.getItem('journey.entered')) return
  localStorage.setItem('reflet.user', record.userId)
  // Else the page begins in the browser's language, and changes it when the server's record has come.
  localStorage.setItem('reflet.locale', record.data.user.locale)
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

/** A session beside any browser: its token, and the API with it. */
export async function logIn(url: string, username: string): Promise<{ token: string; api: Api }> {
  const call = async <E extends Endpoint>(who: { token: string } | null, endpoint: E, input?: Partial<Input<E>>) => {
    const { status, body } = await callServer(url, who, endpoint, input)
    if (status !== 200) throw new Error(`${endpoint.method} ${endpoint.path}: ${status} ${JSON.stringify(body)}`)
    return body as Output<E>
  }
  const anyone: Api = { call: (endpoint, input) => call(null, endpoint, input) }
  const { access_token: token } = await anyone.call(session.login, { body: await grantOf(anyone, username) })
  return { token, api: { call: (endpoint, input) => call({ token }, endpoint, input) } }
}
