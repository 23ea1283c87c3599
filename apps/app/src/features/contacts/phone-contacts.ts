import { isNative } from '../../platform/build-target.ts'

/** The Contact Picker API: the person selects contacts on their phone; no others are read. */
interface ContactsManager {
  select(properties: readonly ('name' | 'email')[], options: { multiple: boolean }): Promise<PickedContact[]>
}

interface PickedContact {
  readonly name?: readonly string[]
  readonly email?: readonly string[]
}

const manager = () => (navigator as Navigator & { contacts?: ContactsManager }).contacts

export const canPickContacts = () => isNative || typeof manager()?.select === 'function'

const quoted = (name: string) => `"${name.replaceAll('"', '')}"`

async function pick(): Promise<readonly PickedContact[]> {
  if (import.meta.env.MODE === 'native') return (await import('../../platform/native/contacts.ts')).pickContact()
  return (await manager()?.select(['name', 'email'], { multiple: true })) ?? []
}

/**
 * The selected contacts, one per line, as in a pasted list; empty after a cancellation.
 * @throws ApiError `contacts_denied` on native, when the permission is refused
 */
export async function pickContacts(): Promise<string[]> {
  const picked = await pick()
  return picked.map(({ name = [], email = [] }) => `${quoted(name[0] ?? '')} <${email[0] ?? ''}>`)
}
