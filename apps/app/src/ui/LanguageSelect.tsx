import { LOCALES, type Locale } from '@reflet/contract/common'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiError, orFalse } from '../platform/errors.ts'
import { LANGUAGE_NAMES, useLocale } from '../platform/locale.ts'
import { ErrorNotice } from './ErrorNotice.tsx'
import { Select } from './Select.tsx'

interface Props {
  id?: string
  /** What it throws is shown. */
  onChange: (locale: Locale) => Promise<void> | void
  disabled?: boolean
}

/** Each language in its own words, whatever language is shown now. */
export function LanguageSelect({ id, onChange, disabled }: Props) {
  const { t } = useTranslation()
  const locale = useLocale()
  const [error, setError] = useState<ApiError>()
  const choose = (chosen: Locale) => {
    setError(undefined)
    void orFalse(Promise.resolve(onChange(chosen)), setError)
  }
  return (
    <>
      <Select
        id={id}
        aria-label={t('common.language')}
        value={locale}
        disabled={disabled}
        onChange={({ target }) => choose(target.value as Locale)}
      >
        {LOCALES.map((code) => (
          <option key={code} value={code} lang={code}>
            {LANGUAGE_NAMES[code]}
          </option>
        ))}
      </Select>
      {error ? <ErrorNotice error={error} /> : null}
    </>
  )
}
