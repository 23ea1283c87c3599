import { currentUserId } from './identity.ts'
import { storage } from './storage.ts'

/** The addresses of my contacts, kept on this device for when the server is out of reach (specification §3). */
export interface LocalContacts {
  contacts: readonly string[]
  updated_at: string
}

/** An address as it is offered. */
export interface LocalContact {
  email: string
  checked: boolean
  type: 'colleague' | 'outside'
}

const nameOf = (userId: string) => `contacts:${userId}`

const distinct = (addresses: readonly string[]) => [...new Set(addresses.map((address) => address.trim().toLowerCase()).filter(Boolean))]

/**
 * What is stored after a list arrived (specification §5): nothing shorter than what is there, unless it is forced, so that half an
 * answer never costs the other half. null: what is there stays.
 */
export function nextContacts(stored: LocalContacts | null, list: readonly string[], force: boolean, now: Date): LocalContacts | null {
  const contacts = distinct(list)
  if (!force && stored && contacts.length < stored.contacts.length) return null
  return { contacts, updated_at: now.toISOString() }
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

/** Only addresses are kept: one of my own company's is a colleague's. */
export const asLocalContacts = (addresses: readonly string[], checked: readonly string[], own: string): LocalContact[] =>
  addresses.map((email) => ({
    email,
    checked: checked.includes(email),
    type: domainOf(email) === domainOf(own) ? 'colleague' : 'outside',
  }))

async function read(): Promise<LocalContacts | null> {
  const userId = currentUserId()
  return userId ? storage.get<LocalContacts>(nameOf(userId)) : null
}

export const localContacts = async (): Promise<readonly string[]> => (await read())?.contacts ?? []

let last: Promise<void> = Promise.resolve()

/** One change after the other; `change` says what the list becomes. */
function changeContacts(change: (contacts: readonly string[]) => readonly string[], force: boolean): Promise<void> {
  const userId = currentUserId()
  last = last.then(async () => {
    if (!userId || userId !== currentUserId()) return
    const stored = await read()
    const next = nextContacts(stored, change(stored?.contacts ?? []), force, new Date())
    if (next) await storage.set(nameOf(userId), next)
  })
  return last
}

/** A list as the server told it: `force` when it is known to be the whole. */
export const keepContacts = (list: readonly string[], force = false) => changeContacts(() => list, force)

export const keepMoreContacts = (list: readonly string[]) => changeContacts((contacts) => [...contacts, ...list], false)

export const forgetContact = (email: string) => changeContacts((contacts) => contacts.filter((one) => one !== email), true)

/** After the session: nothing of it stays on the device. */
export function wipeContacts(userId: string): Promise<void> {
  last = last.then(() => storage.remove(nameOf(userId)))
  return last
}
