import { MAX_STARS } from '@reflet/contract/quality'
import { star, starOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/Icon.tsx'

const STARS = Array.from({ length: MAX_STARS }, (_, place) => (place + 1) as 1 | 2 | 3 | 4 | 5)

interface Props {
  id: string
  /** null while nothing is chosen. */
  value: number | null
  onChange: (stars: number) => void
  error?: string | undefined
}

/** Five native radio buttons drawn as stars, each with its words: arrow keys, screen readers and mirroring come with them. */
export function StarsInput({ id, value, onChange, error }: Props) {
  const { t } = useTranslation()
  return (
    <fieldset className="stars-input" id={id} tabIndex={-1} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{t('useful.legend')}</legend>
      {error ? (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      <div className="stars-row">
        {STARS.map((stars) => (
          <label key={stars} className={value !== null && stars <= value ? 'star is-lit' : 'star'}>
            <input type="radio" name={id} value={stars} checked={value === stars} onChange={() => onChange(stars)} />
            <Icon icon={value !== null && stars <= value ? star : starOutline} size="34px" />
            <span className="visually-hidden">{t(`useful.stars.${stars}`)}</span>
          </label>
        ))}
      </div>
      <p className="stars-said" aria-hidden="true">
        {value === null ? t('useful.hint') : t(`useful.stars.${value as 1 | 2 | 3 | 4 | 5}`)}
      </p>
    </fieldset>
  )
}
