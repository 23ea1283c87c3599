import { chevronDownOutline } from 'ionicons/icons'
import type { ComponentProps } from 'react'
import { Icon } from './Icon.tsx'

/** The device's own list: the most usable one on each of them. Label it with `aria-label` or a `<label>`. */
export const Select = (props: ComponentProps<'select'>) => (
  <span className="select">
    <select className="field-input" {...props} />
    <Icon icon={chevronDownOutline} />
  </span>
)
