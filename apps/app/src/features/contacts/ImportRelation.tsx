import { RELATIONS, type Relation } from '@reflet/contract/groups'
import { useTranslation } from 'react-i18next'
import { Select } from '../../ui/Select.tsx'

/** How those stand to me of whom the list does not say it. */
export function ImportRelation({ value, onChange }: { value: Relation | null; onChange: (relation: Relation | null) => void }) {
  const { t } = useTranslation()
  return (
    <div>
      <label className="field-label" htmlFor="import-relation">
        {t('contacts.import.relation')}
      </label>
      <Select id="import-relation" value={value ?? ''} onChange={({ target }) => onChange((target.value || null) as Relation | null)}>
        <option value="">{t('contacts.import.automatic')}</option>
        {RELATIONS.map((relation) => (
          <option key={relation} value={relation}>
            {t(`relation.${relation}`)}
          </option>
        ))}
      </Select>
    </div>
  )
}
