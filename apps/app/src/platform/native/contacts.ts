import { Contacts } from '@capacitor-community/contacts'
import { ApiError } from '../errors.ts'

interface PickedContact {
  readonly name: readonly string[]
  readonly email: readonly string[]
}

/**
 * The system's picker: one contact, of which name and addresses are read. Empty when the person closes it. On Android our own class answers,
 * which needs no permission (android/app/src/main/java/app/reflet/ContactPicker.java).
 * @throws ApiError `contacts_denied`
 */
export async function pickContact(): Promise<PickedContact[]> {
  const { contacts } = await Contacts.requestPermissions()
  if (contacts === 'denied') throw new ApiError(0, 'contacts_denied')
  try {
    const { contact } = await Contacts.pickContact({ projection: { name: true, emails: true } })
    return [{ name: [contact.name?.display ?? ''], email: (contact.emails ?? []).flatMap(({ address }) => address ?? []) }]
  } catch {
    return []
  }
}
