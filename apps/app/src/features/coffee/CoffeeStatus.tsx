import type { CoffeeMeeting } from '@reflet/contract/coffee'
import { useTranslation } from 'react-i18next'
import styles from './coffee.module.css'

const LOOK: Record<CoffeeMeeting['status'], string | undefined> = {
  pending: '',
  accepted: styles.coffeeAccepted,
  declined: styles.coffeeOver,
  cancelled: styles.coffeeOver,
  expired: styles.coffeeOver,
}

/** The status; first, whose turn it is. */
export function CoffeeStatus({ meeting: { status, can } }: { meeting: CoffeeMeeting }) {
  const { t } = useTranslation()
  return (
    <span className={`chip coffee-${status} ${LOOK[status]}`}>{t(can.accept ? 'coffee.status.asked' : `coffee.status.${status}`)}</span>
  )
}
