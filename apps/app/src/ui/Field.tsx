import { eyeOffOutline, eyeOutline } from 'ionicons/icons'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Field.module.css'
import { Icon } from './Icon.tsx'

export interface Wiring {
  id: string
  label: string
  hint?: string | undefined
  error?: string | undefined
}

/** Accessible description of an input: its hint and its error. */
export const described = ({ id, hint, error }: Omit<Wiring, 'label'>) => ({
  id,
  'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
  'aria-invalid': error ? true : undefined,
})

/** What is wrong with a control; its `aria-describedby` names it as `<id>-error`. */
export const FieldError = ({ id, error }: Pick<Wiring, 'id' | 'error'>) =>
  error ? (
    <p className="field-error" id={`${id}-error`}>
      {error}
    </p>
  ) : null

/** Label, hint and error around a control that takes `described`. */
export function FieldFrame({ id, label, hint, error, children }: Wiring & { children: ReactNode }) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {hint ? (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <FieldError id={id} error={error} />
      {children}
    </div>
  )
}

export const Field = ({ label, hint, error, ...input }: Wiring & ComponentProps<'input'>) => (
  <FieldFrame id={input.id} label={label} hint={hint} error={error}>
    <input className="field-input" {...input} {...described({ id: input.id, hint, error })} />
  </FieldFrame>
)

/** An address is not autocorrected, and is left to right in every language. */
export const EmailField = (input: Wiring & Omit<ComponentProps<'input'>, 'type'>) => (
  <Field
    autoComplete="off"
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck={false}
    inputMode="email"
    dir="ltr"
    maxLength={254}
    {...input}
    type="email"
  />
)

/** A password field with a show button. */
export function PasswordField({ label, hint, error, ...input }: Wiring & Omit<ComponentProps<'input'>, 'type'>) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame id={input.id} label={label} hint={hint} error={error}>
      <div className={styles.fieldWrap} dir="ltr">
        <input
          className="field-input"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          type={shown ? 'text' : 'password'}
          {...described({ id: input.id, hint, error })}
        />
        <button
          type="button"
          className={styles.fieldToggle}
          aria-pressed={shown}
          aria-label={t('common.show_password')}
          onClick={() => setShown(!shown)}
        >
          <Icon icon={shown ? eyeOffOutline : eyeOutline} />
        </button>
      </div>
    </FieldFrame>
  )
}
