import { IonLabel, IonSegment, IonSegmentButton, useIonRouter } from '@ionic/react'
import { useTranslation } from 'react-i18next'
import { useMedia, WIDE } from '../../platform/media.ts'
import { to } from '../../platform/paths.ts'
import { Page } from '../../ui/Page.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { AddColleagues } from './AddColleagues.tsx'
import { AddOutsider } from './AddOutsider.tsx'
import styles from './contacts.module.css'
import { ImportList } from './ImportList.tsx'

const WAYS = ['search', 'address', 'list'] as const

/**
 * Three ways to add contacts: colleagues by name, one external person by address, many at once from a list. On a wide screen the first two
 * are side by side.
 */
export default function AddContactPage() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const wanted = useQueryParam('/add-contact', 'by')
  const chosen = WAYS.find((way) => way === wanted) ?? 'search'
  const wide = useMedia(WIDE)
  const way = wide && chosen === 'address' ? 'search' : chosen
  return (
    <Page shows={[['colleagues'], ['contacts']]} title={t('contacts.add')} back="/contacts" wide>
      <div className="stack">
        <IonSegment
          className={styles.ways}
          value={way}
          onIonChange={({ detail }) => router.push(to(`/add-contact?by=${String(detail.value)}`), 'none', 'replace')}
        >
          {WAYS.filter((one) => !wide || one !== 'address').map((one) => (
            <IonSegmentButton key={one} value={one}>
              <IonLabel className="ion-text-wrap">{t(`contacts.by.${one}`)}</IonLabel>
            </IonSegmentButton>
          ))}
        </IonSegment>
        {way === 'search' && wide ? (
          <div className="panes">
            <AddColleagues />
            <AddOutsider />
          </div>
        ) : null}
        {way === 'search' && !wide ? <AddColleagues /> : null}
        {way === 'address' ? <AddOutsider /> : null}
        {way === 'list' ? <ImportList /> : null}
      </div>
    </Page>
  )
}
