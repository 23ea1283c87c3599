import { IonButton } from '@ionic/react'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { combine, differences, type HierarchyDraft, type Placed } from './board.ts'
import styles from './hierarchy.module.css'

interface Props {
  draft: HierarchyDraft
  /** The server's current lists. */
  saved: readonly Placed[]
  version: string
  onChoose: (people: Placed[], version: string) => void
  /** Discards the draft. */
  onTakeSaved: () => void
}

/** Conflict: the lists were saved by another person since the draft began. Both versions are kept until the user chooses. */
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
      <div className={styles.changedChoice}>
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

/** Whether the draft is based on an older version than the saved one; if both have the same content, there is no conflict. */
export const isOutdated = (draft: HierarchyDraft | null, saved: readonly Placed[], version: string | undefined): draft is HierarchyDraft =>
  draft !== null && version !== undefined && draft.version !== version && differences(draft.people, saved).length > 0
