import { RELATIONS, type Relation } from '@reflet/contract/groups'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '../../ui/Select.tsx'

interface Props extends Omit<ComponentProps<'select'>, 'value' | 'onChange'> {
  value: Relation
  onChange: (relation: Relation) => void
  /** A colleague stands inside the company. */
  colleague: boolean
}

/** How somebody stands to me. */
export function RelationSelect({ value, onChange, colleague, ...select }: Props) {
  const { t } = useTranslation()
  return (
    <Select {...select} value={value} onChange={({ target }) => onChange(target.value as Relation)}>
      {RELATIONS.filter((relation) => !colleague || relation !== 'outside').map((relation) => (
        <option key={relation} value={relation}>
          {t(`relation.${relation}`)}
        </option>
      ))}
    </Select>
  )
}
