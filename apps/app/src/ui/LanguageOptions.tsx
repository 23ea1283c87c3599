import { LOCALES } from '@reflet/contract/common'
import { LANGUAGE_NAMES } from '../platform/locale.ts'

/** The options of a select of languages: each in its own words, whatever language is shown now. */
export const LanguageOptions = () =>
  LOCALES.map((code) => (
    <option key={code} value={code} lang={code}>
      {LANGUAGE_NAMES[code]}
    </option>
  ))
