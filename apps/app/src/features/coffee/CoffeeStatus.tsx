import type { CoffeeMeeting } from '@reflet/contract/coffee'
import { useTranslation } from 'react-i18next'

/** How it stands; whose turn it is comes first. */
export function CoffeeStatus({ meeting: { status, can } }: { meeting: CoffeeMeeting }) {
  const { t } = useTranslation()
  return <span className={`chip coffee-${status}`}>{t(can.accept ? 'coffee.status.asked' : `coffee.status.${status}`)}</span>
}
