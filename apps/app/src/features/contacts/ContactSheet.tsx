import type { Contact } from '@reflet/contract/contacts'
import { useTranslation } from 'react-i18next'
import { PageSheet } from '../../ui/PageSheet.tsx'
import { ContactForm } from './ContactForm.tsx'

/** One contact in a sheet over the list, on narrow screens. */
export function ContactSheet({ contact, onClose }: { contact: Contact | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <PageSheet isOpen={contact !== undefined} title={t('contacts.edit')} close={t('common.close')} onClose={onClose}>
      {contact ? <ContactForm key={contact.id} contact={contact} onRemoved={onClose} onSaved={onClose} /> : null}
    </PageSheet>
  )
}
