import { IonButton } from '@ionic/react'
import { GIVER_RELATIONS, type GiverRelation } from '@reflet/contract/relations'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldFrame } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Select.tsx'

interface Props {
  /** The receiver. */
  name: string
  /** Undefined: as the receiver's lists say, which are not shown to others. */
  relation: GiverRelation | undefined
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
        <p className="quiet small grow">
          {relation ? t('answer.as.line', { name, relation: t(`answer.as.${relation}`) }) : t('answer.as.said', { name })}
        </p>
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
      <Select id={id} value={relation ?? ''} onChange={({ target }) => onChange(target.value as GiverRelation)}>
        {relation ? null : <option value="">{t('answer.as.said', { name })}</option>}
        {relations.map((one) => (
          <option key={one} value={one}>
            {t(`answer.as.${one}`)}
          </option>
        ))}
      </Select>
    </FieldFrame>
  )
}
