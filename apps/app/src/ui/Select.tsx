import { IonIcon } from '@ionic/react'
import { chevronDownOutline } from 'ionicons/icons'
import type { ComponentProps } from 'react'

/** The device's own list: the most usable one on each of them. Label it with `aria-label` or a `<label>`. */
export const Select = (props: ComponentProps<'select'>) => (
  <span className="select">
    <select className="field-input" {...props} />
    <IonIcon icon={chevronDownOutline} aria-hidden="true" />
  </span>
)
