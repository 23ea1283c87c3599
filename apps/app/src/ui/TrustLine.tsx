import { IonIcon } from '@ionic/react'
import { eyeOutline, lockClosedOutline } from 'ionicons/icons'
import type { ReactNode } from 'react'

/** One quiet line that says who will see this. */
export const TrustLine = ({ children, sealed = false, id }: { children: ReactNode; sealed?: boolean; id?: string }) => (
  <p className="trust" id={id}>
    <IonIcon icon={sealed ? lockClosedOutline : eyeOutline} aria-hidden="true" />
    <span>{children}</span>
  </p>
)
