import { RELATIONS, type Relation } from '@reflet/contract/relations'
import { useTranslation } from 'react-i18next'

/** The options of a select of relations. */
export function RelationOptions({ relations = RELATIONS }: { relations?: readonly Relation[] }) {
  const { t } = useTranslation()
  return relations.map((relation) => (
    <option key={relation} value={relation}>
      {t(`relation.${relation}`)}
    </option>
  ))
}
