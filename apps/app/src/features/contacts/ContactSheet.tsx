import { IonContent, IonModal } from '@ionic/react'
import type { Contact } from '@reflet/contract/contacts'
import { useTranslation } from 'react-i18next'
import pageStyles from '../../ui/Page.module.css'
import { SheetHeader } from '../../ui/SheetHeader.tsx'
import { ContactForm } from './ContactForm.tsx'

/** One contact in a sheet over the list, on narrow screens. */
export function ContactSheet({ contact, onClose }: { contact: Contact | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <IonModal key={t('contacts.edit')} isOpen={contact !== undefined} onDidDismiss={onClose} aria-label={t('contacts.edit')}>
      <SheetHeader title={t('contacts.edit')} close={t('common.close')} onClose={onClose} />
      <IonContent>
        <div className={`${pageStyles.pageBody} page-body`}>
          {contact ? <ContactForm key={contact.id} contact={contact} onRemoved={onClose} onSaved={onClose} /> : null}
        </div>
      </IonContent>
    </IonModal>
  )
}
