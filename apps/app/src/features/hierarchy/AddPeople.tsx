import { IonButton, IonButtons, IonContent, IonHeader, IonModal, IonTitle, IonToolbar } from '@ionic/react'
import { RELATIONS, type Relation } from '@reflet/contract/groups'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddByEmail } from './AddByEmail.tsx'
import { asOutsider, findOn, mayStand, type Placed, place } from './board.ts'

interface Props {
  /** The list that is added to; undefined while this is closed. */
  relation: Relation | undefined
  people: readonly Placed[]
  onChange: (people: Placed[]) => void
  onClose: () => void
  /** Whose address stands for nobody else: the one whose lists these are. */
  ownEmail?: string | undefined
  /** Where people can be looked up. */
  children?: (relation: Relation) => ReactNode
}

/** A sheet over the board that adds people to one list. */
export function AddPeople({ relation, people, onChange, onClose, ownEmail, children }: Props) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(relation)
  const [added, setAdded] = useState('')
  // While it closes, the sheet goes on showing what it showed.
  if (relation && relation !== shown) setShown(relation)
  const list = shown ?? RELATIONS[0]
  const title = t('hierarchy.add_to', { list: t(`relation.${list}`) })

  const refuse = (email: string) => {
    if (email === ownEmail?.toLowerCase()) return t('hierarchy.problem.self')
    const person = asOutsider(email, '', '')
    if (findOn(people, person)?.relation === list) return t('hierarchy.already')
    return mayStand(people, findOn(people, person) ?? person, list) ? undefined : t('hierarchy.no_room')
  }
  const add = (email: string, first: string, last: string) => {
    onChange(place(people, asOutsider(email, first, last), list))
    setAdded(`${first} ${last}`.trim() || email)
  }
  return (
    <IonModal
      isOpen={relation !== undefined}
      onDidDismiss={() => {
        setAdded('')
        onClose()
      }}
      aria-label={title}
    >
      <IonHeader className="ion-no-border">
        <IonToolbar>
          <IonTitle>{title}</IonTitle>
          <IonButtons slot="end">
            <IonButton onClick={onClose}>{t('hierarchy.done')}</IonButton>
          </IonButtons>
        </IonToolbar>
      </IonHeader>
      <IonContent>
        <div className="page-body stack">
          {children?.(list)}
          <section className="stack add-outsider">
            <div>
              <h2>{t('hierarchy.by_email')}</h2>
              <p className="quiet small">{t('hierarchy.by_email_hint')}</p>
            </div>
            <p className="small by-email-added" role="status">
              {added ? t('hierarchy.added', { name: added }) : ''}
            </p>
            <AddByEmail id={`add-${list}`} refuse={refuse} onAdd={add} />
          </section>
        </div>
      </IonContent>
    </IonModal>
  )
}
