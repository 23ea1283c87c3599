import { RELATIONS, type Relation } from '@reflet/contract/relations'
import type { ComponentProps } from 'react'
import { RelationOptions } from '../../ui/RelationOptions.tsx'
import { Select } from '../../ui/Select.tsx'

interface Props extends Omit<ComponentProps<'select'>, 'value' | 'onChange'> {
  value: Relation
  onChange: (relation: Relation) => void
  /** A colleague cannot be external. */
  colleague: boolean
}

/** The relation of a person to me. */
export const RelationSelect = ({ value, onChange, colleague, ...select }: Props) => (
  <Select {...select} value={value} onChange={({ target }) => onChange(target.value as Relation)}>
    <RelationOptions relations={RELATIONS.filter((relation) => !colleague || relation !== 'outside')} />
  </Select>
)
