import { IonButton } from '@ionic/react'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/people.ts'
import { combine, differences, type HierarchyDraft, type Placed } from './board.ts'

interface Props {
  draft: HierarchyDraft
  /** What the server holds now. */
  saved: readonly Placed[]
  version: string
  onChoose: (people: Placed[], version: string) => void
  /** Drops the draft. */
  onTakeSaved: () => void
}

/** The lists were saved by somebody else since the draft began. Both are kept until the person chooses. */
export function Changed({ draft, saved, version, onChoose, onTakeSaved }: Props) {
  const { t } = useTranslation()
  return (
    <section className="notice notice-gentle stack" role="status" data-changed>
      <h2>{t('hierarchy.changed.title')}</h2>
      <p>{t('hierarchy.changed.text')}</p>
      <ul>
        {differences(draft.people, saved).map((person) => {
          const name = fullName(person, person.email ?? '')
          return (
            <li key={person.key}>
              {person.relation === null
                ? t('hierarchy.changed.removed', { name })
                : t('hierarchy.changed.placed', { name, list: t(`relation.${person.relation}`) })}
            </li>
          )
        })}
      </ul>
      <div className="changed-choice">
        <IonButton onClick={() => onChoose(combine(draft.people, saved), version)}>{t('hierarchy.changed.combine')}</IonButton>
        <IonButton fill="outline" onClick={() => onChoose(draft.people, version)}>
          {t('hierarchy.changed.mine')}
        </IonButton>
        <IonButton fill="clear" onClick={onTakeSaved}>
          {t('hierarchy.changed.saved')}
        </IonButton>
      </div>
    </section>
  )
}

/** Whether the draft began from other lists than those that are saved now; where both hold the same, nothing is to be chosen. */
export const isOutdated = (draft: HierarchyDraft | null, saved: readonly Placed[], version: string | undefined): draft is HierarchyDraft =>
  draft !== null && version !== undefined && draft.version !== version && differences(draft.people, saved).length > 0
