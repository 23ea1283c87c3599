/** The Contact Picker API: the person chooses on their phone whom to hand over, and nothing else is read. */
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

/** What was picked, a line each, as in a pasted list; empty when the person changed their mind. */
export async function pickContacts(): Promise<string[]> {
  const picked = (await manager()?.select(['name', 'email'], { multiple: true })) ?? []
  return picked.map(({ name = [], email = [] }) => `${quoted(name[0] ?? '')} <${email[0] ?? ''}>`)
}
