import { currentUserId } from '../../platform/current-user.ts'
import { storage } from '../../platform/storage.ts'
import { inTurn, recordOf } from './local-record.api.ts'

/** The addresses of my contacts, stored on this device for offline use (docs/PRODUCT.md, "Sessions and start"). */
export interface LocalContacts {
  contacts: readonly string[]
  updated_at: string
}

/** An address as it is suggested. */
export interface LocalContact {
  email: string
  checked: boolean
  type: 'colleague' | 'outside'
}

const distinct = (addresses: readonly string[]) => [...new Set(addresses.map((address) => address.trim().toLowerCase()).filter(Boolean))]

/**
 * The list to store after a response (docs/PRODUCT.md, "Sessions and start"): never shorter than the stored one, unless forced, so that a
 * partial response loses nothing. null: the stored list is kept.
 */
export function nextContacts(stored: LocalContacts | null, list: readonly string[], force: boolean, now: Date): LocalContacts | null {
  const contacts = distinct(list)
  if (!force && stored && contacts.length < stored.contacts.length) return null
  return { contacts, updated_at: now.toISOString() }
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

/** Only addresses are stored: one of my own company's is a colleague's. */
export const asLocalContacts = (addresses: readonly string[], checked: readonly string[], own: string): LocalContact[] =>
  addresses.map((email) => ({
    email,
    checked: checked.includes(email),
    type: domainOf(email) === domainOf(own) ? 'colleague' : 'outside',
  }))

async function read(): Promise<LocalContacts | null> {
  const userId = currentUserId()
  return userId ? storage.get<LocalContacts>(recordOf(userId)) : null
}

export const localContacts = async (): Promise<readonly string[]> => (await read())?.contacts ?? []

/** `change` returns the new list. */
function changeContacts(change: (contacts: readonly string[]) => readonly string[], force: boolean): Promise<void> {
  const userId = currentUserId()
  return inTurn(async () => {
    if (!userId || userId !== currentUserId()) return
    const stored = await read()
    const next = nextContacts(stored, change(stored?.contacts ?? []), force, new Date())
    if (next) await storage.set(recordOf(userId), next)
  })
}

/** Stores a list from the server: `force` when it is known to be complete. */
export const keepContacts = (list: readonly string[], force = false) => changeContacts(() => list, force)

export const keepMoreContacts = (list: readonly string[]) => changeContacts((contacts) => [...contacts, ...list], false)

export const forgetContact = (email: string) => changeContacts((contacts) => contacts.filter((one) => one !== email), true)
