import { IonIcon } from '@ionic/react'
import type { Locale } from '@reflet/contract/common'
import { languageOutline } from 'ionicons/icons'
import { LanguageSelect } from './LanguageSelect.tsx'
import styles from './Page.module.css'

/** The language switch of a page without login: its first control, visible without scrolling. */
export const GuestLanguage = ({ onChange }: { onChange: (locale: Locale) => Promise<void> }) => (
  <div className={styles.guestLanguage}>
    <IonIcon icon={languageOutline} aria-hidden="true" />
    <LanguageSelect id="link-language" onChange={onChange} />
  </div>
)
