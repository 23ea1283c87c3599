import type { Locale } from '@reflet/contract/common'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/locale.ts'
import { LanguageOptions } from '../../../ui/LanguageOptions.tsx'
import { Select } from '../../../ui/Select.tsx'
import { keyOf, nameOf } from '../../directory/person.api.ts'
import feedbackStyles from '../feedback.module.css'
import type { Asked } from './ask.ts'

interface Props {
  people: readonly Asked[]
  onChange: (people: Asked[]) => void
}

/** The language of each external person's mails; mine by default. */
export function OutsiderLanguages({ people, onChange }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const own = useLocale()
  const outsiders = people.filter(({ user_id }) => user_id === null)
  if (outsiders.length === 0) return null
  const choose = (person: Asked, locale: Locale) => onChange(people.map((one) => (one === person ? { ...one, locale } : one)))
  return (
    <fieldset className={feedbackStyles.choose}>
      <legend className="field-label">{t('ask.people.languages')}</legend>
      {outsiders.map((person, index) => (
        <div key={keyOf(person)} className={feedbackStyles.outsiderLanguage}>
          <label htmlFor={`${id}-${index}`}>
            <bdi>{nameOf(person)}</bdi>
          </label>
          <Select id={`${id}-${index}`} value={person.locale ?? own} onChange={({ target }) => choose(person, target.value as Locale)}>
            <LanguageOptions />
          </Select>
        </div>
      ))}
    </fieldset>
  )
}
