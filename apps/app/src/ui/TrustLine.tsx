import { eyeOutline, lockClosedOutline } from 'ionicons/icons'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

/** One quiet line that says who will see this. */
export const TrustLine = ({ children, sealed = false, id }: { children: ReactNode; sealed?: boolean; id?: string }) => (
  <p className="trust" id={id}>
    <Icon icon={sealed ? lockClosedOutline : eyeOutline} />
    <span>{children}</span>
  </p>
)
