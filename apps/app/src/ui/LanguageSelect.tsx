import { LOCALES, type Locale } from '@reflet/contract/common'
import { useTranslation } from 'react-i18next'
import { LANGUAGE_NAMES, useLocale } from '../platform/locale.ts'
import { Select } from './Select.tsx'

interface Props {
  id?: string
  onChange: (locale: Locale) => void
  disabled?: boolean
}

/** Each language in its own words, whatever language is shown now. */
export function LanguageSelect({ id, onChange, disabled }: Props) {
  const { t } = useTranslation()
  const locale = useLocale()
  return (
    <Select
      id={id}
      aria-label={t('common.language')}
      value={locale}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value as Locale)}
    >
      {LOCALES.map((code) => (
        <option key={code} value={code} lang={code}>
          {LANGUAGE_NAMES[code]}
        </option>
      ))}
    </Select>
  )
}
