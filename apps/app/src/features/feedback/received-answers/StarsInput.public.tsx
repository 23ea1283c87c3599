import { MAX_STARS } from '@reflet/contract/quality'
import { star, starOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { FieldError } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import styles from './rating.module.css'

const STARS = Array.from({ length: MAX_STARS }, (_, place) => (place + 1) as 1 | 2 | 3 | 4 | 5)

interface Props {
  id: string
  /** null while nothing is selected. */
  value: number | null
  onChange: (stars: number) => void
  error?: string | undefined
}

/** Five native radio buttons drawn as stars, each with a label: keyboard, screen readers and mirroring work natively. */
export function StarsInput({ id, value, onChange, error }: Props) {
  const { t } = useTranslation()
  return (
    <fieldset className={styles.starsInput} id={id} tabIndex={-1} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{t('useful.legend')}</legend>
      <FieldError id={id} error={error} />
      <div className={styles.starsRow}>
        {STARS.map((stars) => (
          <label key={stars} className={value !== null && stars <= value ? `${styles.star} ${styles.isLit}` : styles.star}>
            <input type="radio" name={id} value={stars} checked={value === stars} onChange={() => onChange(stars)} />
            <Icon icon={value !== null && stars <= value ? star : starOutline} size="34px" />
            <span className="visually-hidden">{t(`useful.stars.${stars}`)}</span>
          </label>
        ))}
      </div>
      <p className={styles.starsSaid} data-testid="stars-said" aria-hidden="true">
        {value === null ? t('useful.hint') : t(`useful.stars.${value as 1 | 2 | 3 | 4 | 5}`)}
      </p>
    </fieldset>
  )
}
