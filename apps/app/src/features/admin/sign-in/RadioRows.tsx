import { useId } from 'react'
import styles from './sign-in.module.css'

interface Props<Value extends string> {
  legend: string
  options: readonly { value: Value; label: string; about: string; disabled?: boolean }[]
  chosen: Value
  onChoose: (value: Value) => void
  /** Why some cannot be chosen. */
  reason?: string | undefined
}

/** One of a few values, each with what it means. */
export function RadioRows<Value extends string>({ legend, options, chosen, onChoose, reason }: Props<Value>) {
  const id = useId()
  return (
    <fieldset className={styles.choose} aria-describedby={reason && `${id}-reason`}>
      <legend>{legend}</legend>
      {reason ? (
        <p className="field-hint" id={`${id}-reason`}>
          {reason}
        </p>
      ) : null}
      {options.map(({ value, label, about, disabled = false }) => (
        <label className="option" key={value}>
          <input
            type="radio"
            name={id}
            value={value}
            checked={chosen === value}
            disabled={disabled}
            aria-labelledby={`${id}-${value}`}
            aria-describedby={`${id}-${value}-about`}
            onChange={() => onChoose(value)}
          />
          <span>
            <strong id={`${id}-${value}`}>{label}</strong>
            <span className="quiet small" id={`${id}-${value}-about`}>
              {about}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
