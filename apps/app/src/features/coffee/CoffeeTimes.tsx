import { IonIcon } from '@ionic/react'
import { calendarOutline, locationOutline, timeOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import styles from './coffee.module.css'
import { wordsOf } from './zone.ts'

interface Props {
  slots: readonly string[]
  /** The time zone of the times. */
  zone: string
  disabled: boolean
  onChoose: (slot: string) => void
}

/** The proposed times: a press accepts one. Past ones cannot be chosen. */
export function CoffeeChoices({ slots, zone, disabled, onChoose }: Props) {
  const { t } = useTranslation()
  const now = Date.now()
  return (
    <section className={`stack ${styles.coffeeChoices}`} data-testid="coffee-choices" aria-labelledby="coffee-choose">
      <h2 id="coffee-choose">{t('coffee.choose')}</h2>
      <div className="option-list">
        {slots.map((slot) => {
          const past = Date.parse(slot) <= now
          return (
            <button type="button" className="option" key={slot} disabled={disabled || past} onClick={() => onChoose(slot)}>
              <IonIcon icon={calendarOutline} aria-hidden="true" />
              <span>
                <Moment at={slot} zone={zone} />
                {past ? <span className="quiet small">{t('coffee.past')}</span> : null}
              </span>
              {past ? null : <span className={styles.coffeeTake}>{t('coffee.accept')}</span>}
            </button>
          )
        })}
      </div>
    </section>
  )
}

/** A time, and the local time of this device when that differs. */
export function Moment({ at, zone }: { at: string; zone: string }) {
  const { t } = useTranslation()
  const { there, here } = wordsOf(at, zone)
  return (
    <>
      <strong className={styles.coffeeMoment}>{there}</strong>
      {here ? <span className="quiet small">{t('coffee.here', { time: here })}</span> : null}
    </>
  )
}

/** The proposed times. */
export const CoffeeProposed = ({ slots, zone }: Pick<Props, 'slots' | 'zone'>) => (
  <ul className={styles.coffeeProposed} data-testid="coffee-proposed">
    {slots.map((slot) => (
      <li key={slot}>
        <IonIcon icon={calendarOutline} aria-hidden="true" />
        <span>
          <Moment at={slot} zone={zone} />
        </span>
      </li>
    ))}
  </ul>
)

/** Length and place. */
export function CoffeeWhere({ minutes, place }: { minutes: number; place: string | null }) {
  return (
    <ul className={styles.coffeeWhere}>
      <li>
        <IonIcon icon={timeOutline} aria-hidden="true" />
        <span>{formatNumber(minutes, { style: 'unit', unit: 'minute', unitDisplay: 'long' })}</span>
      </li>
      {place ? (
        <li>
          <IonIcon icon={locationOutline} aria-hidden="true" />
          <span dir="auto">{place}</span>
        </li>
      ) : null}
    </ul>
  )
}
