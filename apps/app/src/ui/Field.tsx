import { eyeOffOutline, eyeOutline } from 'ionicons/icons'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './Icon.tsx'

interface Wiring {
  id: string
  label: string
  hint?: string | undefined
  error?: string | undefined
}

/** What an input says of itself: its hint and its error are read with it. */
const described = ({ id, hint, error }: Wiring) => ({
  id,
  'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
  'aria-invalid': error ? true : undefined,
})

function Frame({ id, label, hint, error, children }: Wiring & { children: ReactNode }) {
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
      {error ? (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      {children}
    </div>
  )
}

export const Field = ({ label, hint, error, ...input }: Wiring & ComponentProps<'input'>) => (
  <Frame id={input.id} label={label} hint={hint} error={error}>
    <input className="field-input" {...input} {...described({ id: input.id, label, hint, error })} />
  </Frame>
)

/** An address stays as it is typed, and reads from left to right in every language. */
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

export const TextAreaField = ({ label, hint, error, ...input }: Wiring & ComponentProps<'textarea'>) => (
  <Frame id={input.id} label={label} hint={hint} error={error}>
    <textarea className="field-input" {...input} {...described({ id: input.id, label, hint, error })} />
  </Frame>
)

/** A password that its owner may look at while typing. */
export function PasswordField({ label, hint, error, ...input }: Wiring & Omit<ComponentProps<'input'>, 'type'>) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return (
    <Frame id={input.id} label={label} hint={hint} error={error}>
      <div className="field-wrap" dir="ltr">
        <input
          className="field-input"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          type={shown ? 'text' : 'password'}
          {...described({ id: input.id, label, hint, error })}
        />
        <button
          type="button"
          className="field-toggle"
          aria-pressed={shown}
          aria-label={t('common.show_password')}
          onClick={() => setShown(!shown)}
        >
          <Icon icon={shown ? eyeOffOutline : eyeOutline} />
        </button>
      </div>
    </Frame>
  )
}
