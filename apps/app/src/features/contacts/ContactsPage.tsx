import { IonButton, IonIcon, IonLabel, IonSegment, IonSegmentButton, useIonRouter } from '@ionic/react'
import { personAddOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { useMedia, WIDE } from '../../platform/media.ts'
import { to } from '../../platform/paths.ts'
import { Page } from '../../ui/Page.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { RelationViews } from '../../ui/RelationViews.tsx'
import { ContactGroups } from './ContactGroups.tsx'
import styles from './contacts.module.css'
import { MyContacts } from './MyContacts.tsx'

const LISTS = ['contacts', 'groups'] as const

/** My contacts, and my groups of them. */
export default function ContactsPage() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const wide = useMedia(WIDE)
  const wanted = useQueryParam('/contacts', 'list')
  const list = LISTS.find((one) => one === wanted) ?? 'contacts'
  const action =
    list === 'contacts' ? (
      <IonButton size={wide ? 'default' : 'large'} expand="block" routerLink={to('/add-contact')}>
        <IonIcon slot="start" icon={personAddOutline} aria-hidden="true" />
        {t('contacts.add')}
      </IonButton>
    ) : (
      <IonButton size={wide ? 'default' : 'large'} expand="block" routerLink={to('/group')}>
        {t('contacts.new_group')}
      </IonButton>
    )
  return (
    <Page
      shows={[['contacts'], ['suggestions'], ['manager']]}
      title={t('contacts.title')}
      back="/profile"
      wide
      {...(wide ? {} : { footer: action })}
    >
      <div className="stack">
        <div className={styles.contactsHead}>
          <IonSegment
            value={list}
            onIonChange={({ detail }) => router.push(to(`/contacts?list=${String(detail.value)}`), 'none', 'replace')}
          >
            {LISTS.map((one) => (
              <IonSegmentButton key={one} value={one}>
                <IonLabel>{t(`contacts.${one === 'contacts' ? 'people' : 'groups'}`)}</IonLabel>
              </IonSegmentButton>
            ))}
          </IonSegment>
          {wide ? action : null}
        </div>
        {list === 'contacts' ? <MyContacts wide={wide} /> : <ContactGroups />}
        {list === 'contacts' ? <RelationViews current="contacts" /> : null}
      </div>
    </Page>
  )
}
