import type { Locale } from '@reflet/contract/common'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiError, orFalse } from '../platform/errors.ts'
import { useLocale } from '../platform/locale.ts'
import { ErrorNotice } from './ErrorNotice.tsx'
import { LanguageOptions } from './LanguageOptions.tsx'
import { Select } from './Select.tsx'

interface Props {
  id?: string
  /** Its error is shown. */
  onChange: (locale: Locale) => Promise<void> | void
  disabled?: boolean
}

/** The language of the app. */
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
        <LanguageOptions />
      </Select>
      {error ? <ErrorNotice error={error} /> : null}
    </>
  )
}
