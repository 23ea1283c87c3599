import { IonButton, IonButtons, IonContent, IonHeader, IonModal, IonTitle, IonToolbar } from '@ionic/react'
import type { Contact } from '@reflet/contract/contacts'
import { useTranslation } from 'react-i18next'
import { ContactForm } from './ContactForm.tsx'

/** One contact over the list, on screens that hold one thing at a time. */
export function ContactSheet({ contact, onClose }: { contact: Contact | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <IonModal isOpen={contact !== undefined} onDidDismiss={onClose} aria-label={t('contacts.edit')}>
      <IonHeader className="ion-no-border">
        <IonToolbar>
          <IonTitle>{t('contacts.edit')}</IonTitle>
          <IonButtons slot="end">
            <IonButton onClick={onClose}>{t('common.close')}</IonButton>
          </IonButtons>
        </IonToolbar>
      </IonHeader>
      <IonContent>
        <div className="page-body">
          {contact ? <ContactForm key={contact.id} contact={contact} onRemoved={onClose} onSaved={onClose} /> : null}
        </div>
      </IonContent>
    </IonModal>
  )
}
