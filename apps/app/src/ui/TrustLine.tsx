import { eyeOutline, lockClosedOutline } from 'ionicons/icons'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './TrustLine.module.css'

/** One line about the visibility. */
export const TrustLine = ({ children, sealed = false, id }: { children: ReactNode; sealed?: boolean; id?: string }) => (
  <p className={`${styles.trust} trust`} id={id}>
    <Icon icon={sealed ? lockClosedOutline : eyeOutline} />
    <span>{children}</span>
  </p>
)
