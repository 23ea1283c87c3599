import { IonButton } from '@ionic/react'
import { GIVER_RELATIONS, type GiverRelation } from '@reflet/contract/relations'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldFrame } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Select.tsx'

interface Props {
  /** The receiver. */
  name: string
  relation: GiverRelation
  /** Those that can be chosen. */
  relations?: readonly GiverRelation[]
  onChange: (relation: GiverRelation) => void
}

/** How the giver of a named answer works with its receiver: one line, and a select to correct it. */
export function AnswerAs({ name, relation, relations = GIVER_RELATIONS, onChange }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const id = useId()
  useEffect(() => {
    if (open) document.getElementById(id)?.focus()
  }, [open, id])
  if (!open)
    return (
      <div className="row">
        <p className="quiet small grow">{t('answer.as.line', { name, relation: t(`answer.as.${relation}`) })}</p>
        <IonButton
          fill="clear"
          size="small"
          aria-label={`${t('answered.edit')}: ${t('answer.as.label', { name })}`}
          onClick={() => setOpen(true)}
        >
          {t('answered.edit')}
        </IonButton>
      </div>
    )
  return (
    <FieldFrame id={id} label={t('answer.as.label', { name })}>
      <Select id={id} value={relation} onChange={({ target }) => onChange(target.value as GiverRelation)}>
        {relations.map((one) => (
          <option key={one} value={one}>
            {t(`answer.as.${one}`)}
          </option>
        ))}
      </Select>
    </FieldFrame>
  )
}
