import { chevronDownOutline } from 'ionicons/icons'
import type { ComponentProps } from 'react'
import { Icon } from './Icon.tsx'
import styles from './Select.module.css'

/** A native select: the most usable one on each device. Label it with `aria-label` or a `<label>`. */
export const Select = (props: ComponentProps<'select'>) => (
  <span className={`${styles.select} select`}>
    <select className="field-input" {...props} />
    <Icon icon={chevronDownOutline} />
  </span>
)
