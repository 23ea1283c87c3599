import type { User } from '@reflet/contract/people'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Draft } from '../../platform/drafts.ts'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Field } from '../../ui/Field.tsx'
import { type Changes, FIELDS, type FieldName, type Refused, withChange } from './profile.fields.ts'
import styles from './profile.module.css'
import { TimeZoneField } from './TimeZoneField.tsx'

interface Props {
  user: User
  draft: Draft<Changes>
  refused: Refused
}

const LONGEST = { first_name: 100, last_name: 100, job_title: 120, department: 120 } as const
const FILLED_BY = {
  first_name: 'given-name',
  last_name: 'family-name',
  job_title: 'organization-title',
  department: 'off',
} as const

const idOf = (field: FieldName) => `profile-${field}`

/** The error of a field, in words. */
function reason(t: TFunction, field: FieldName, code: string) {
  if ((code === 'too_small' || code === 'invisible') && (field === 'first_name' || field === 'last_name'))
    return t(`edit_profile.missing.${field}`)
  if (code === 'too_big' || code === 'not_text' || code === 'unknown_time_zone') return t(`edit_profile.refused.${code}`)
  if (code === 'web_address' || code === 'control_characters') return t(`errors.${code}`)
  return t('errors.invalid_input')
}

/** The fields of my profile: my input over the server's values. */
export function ProfileForm({ user, draft, refused }: Props) {
  const { t } = useTranslation()
  const problems = useMemo(
    () => FIELDS.flatMap((field) => (refused[field] ? [{ id: idOf(field), message: reason(t, field, refused[field]) }] : [])),
    [refused, t],
  )
  const wiring = (field: FieldName) => ({
    id: idOf(field),
    value: draft.value[field] ?? user[field],
    error: problems.find(({ id }) => id === idOf(field))?.message,
  })
  const change = (field: FieldName, value: string) => draft.set((changes) => withChange(changes, user, field, value))
  const input = (field: keyof typeof LONGEST) => (
    <Field
      {...wiring(field)}
      label={t(`edit_profile.${field}`)}
      dir="auto"
      maxLength={LONGEST[field]}
      autoComplete={FILLED_BY[field]}
      onChange={({ target }) => change(field, target.value)}
    />
  )
  return (
    <>
      <ErrorSummary problems={problems} />
      {draft.restored && Object.keys(draft.value).length > 0 ? (
        <div className={`row ${styles.profileRestored}`}>
          <p className="quiet small grow" role="status">
            {t('edit_profile.restored')}
          </p>
          <button type="button" className="plain-button" onClick={() => draft.clear()}>
            {t('edit_profile.discard')}
          </button>
        </div>
      ) : null}
      <div className={styles.fieldPair}>
        {input('first_name')}
        {input('last_name')}
      </div>
      <div className={styles.fieldPair}>
        {input('job_title')}
        {input('department')}
      </div>
      <TimeZoneField {...wiring('time_zone')} onChange={(zone) => change('time_zone', zone)} />
    </>
  )
}
