import { IonItem, IonLabel } from '@ionic/react'
import type { ComponentProps, ReactNode } from 'react'

interface Props extends ComponentProps<typeof IonItem> {
  /** It is shown beside the list. */
  isOpen: boolean
  /** A picture before the text. */
  start?: ReactNode
}

/** A row of a list beside its detail. */
export const ListRow = ({ isOpen, start, children, ...item }: Props) => (
  <IonItem {...item} className={isOpen ? 'is-open' : ''} aria-current={isOpen ? 'true' : undefined}>
    {start ? <span slot="start">{start}</span> : null}
    <IonLabel className="ion-text-wrap">{children}</IonLabel>
  </IonItem>
)
