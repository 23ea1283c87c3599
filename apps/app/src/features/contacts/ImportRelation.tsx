import type { Relation } from '@reflet/contract/relations'
import { useTranslation } from 'react-i18next'
import { RelationOptions } from '../../ui/RelationOptions.tsx'
import { Select } from '../../ui/Select.tsx'

/** The default relation, for people without one in the list. */
export function ImportRelation({ value, onChange }: { value: Relation | null; onChange: (relation: Relation | null) => void }) {
  const { t } = useTranslation()
  return (
    <div>
      <label className="field-label" htmlFor="import-relation">
        {t('contacts.import.relation')}
      </label>
      <Select id="import-relation" value={value ?? ''} onChange={({ target }) => onChange((target.value || null) as Relation | null)}>
        <option value="">{t('contacts.import.automatic')}</option>
        <RelationOptions />
      </Select>
    </div>
  )
}
