/** The Contact Picker API: the person selects contacts on their phone; no others are read. */
interface ContactsManager {
  select(properties: readonly ('name' | 'email')[], options: { multiple: boolean }): Promise<PickedContact[]>
}

interface PickedContact {
  name?: string[]
  email?: string[]
}

const manager = () => (navigator as Navigator & { contacts?: ContactsManager }).contacts

export const canPickContacts = () => typeof manager()?.select === 'function'

const quoted = (name: string) => `"${name.replaceAll('"', '')}"`

/** The selected contacts, one per line, as in a pasted list; empty after a cancellation. */
export async function pickContacts(): Promise<string[]> {
  const picked = (await manager()?.select(['name', 'email'], { multiple: true })) ?? []
  return picked.map(({ name = [], email = [] }) => `${quoted(name[0] ?? '')} <${email[0] ?? ''}>`)
}
