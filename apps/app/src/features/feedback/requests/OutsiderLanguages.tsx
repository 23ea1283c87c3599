import { LOCALES, type Locale } from '@reflet/contract/common'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGE_NAMES, useLocale } from '../../../platform/locale.ts'
import { fullName } from '../../../platform/people.ts'
import { Select } from '../../../ui/Select.tsx'
import type { Asked } from './ask.ts'

interface Props {
  people: readonly Asked[]
  onChange: (people: Asked[]) => void
}

/** In which language each outsider is written to; mine unless chosen. */
export function OutsiderLanguages({ people, onChange }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const own = useLocale()
  const outsiders = people.filter(({ user_id }) => user_id === null)
  if (outsiders.length === 0) return null
  const choose = (key: string, locale: Locale) => onChange(people.map((one) => (one.key === key ? { ...one, locale } : one)))
  return (
    <fieldset className="choose outsider-languages">
      <legend className="field-label">{t('ask.people.languages')}</legend>
      {outsiders.map((person, index) => (
        <div key={person.key} className="outsider-language">
          <label htmlFor={`${id}-${index}`}>
            <bdi>{fullName(person, person.email)}</bdi>
          </label>
          <Select id={`${id}-${index}`} value={person.locale ?? own} onChange={({ target }) => choose(person.key, target.value as Locale)}>
            {LOCALES.map((code) => (
              <option key={code} value={code} lang={code}>
                {LANGUAGE_NAMES[code]}
              </option>
            ))}
          </Select>
        </div>
      ))}
    </fieldset>
  )
}
