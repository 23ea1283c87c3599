import { PERSON_BY } from '@reflet/contract/admin-sign-in'
import { useTranslation } from 'react-i18next'
import { described, FieldFrame } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Select.tsx'

interface Props {
  id: string
  value: (typeof PERSON_BY)[number]
  onChange: (value: (typeof PERSON_BY)[number]) => void
}

/** By which of their values people are recognised. */
export function PersonBy({ id, value, onChange }: Props) {
  const { t } = useTranslation()
  const wiring = { id, hint: t('admin.sign_in.person_by.hint') }
  return (
    <FieldFrame {...wiring} label={t('admin.sign_in.person_by.label')}>
      <Select {...described(wiring)} value={value} onChange={({ target }) => onChange(target.value as Props['value'])}>
        {PERSON_BY.map((one) => (
          <option key={one} value={one}>
            {t(`admin.sign_in.person_by.${one}`)}
          </option>
        ))}
      </Select>
    </FieldFrame>
  )
}
