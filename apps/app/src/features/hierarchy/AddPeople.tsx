import { RELATIONS, type Relation } from '@reflet/contract/relations'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageSheet } from '../../ui/PageSheet.tsx'
import { AddByEmail, type PendingAddress } from './AddByEmail.tsx'
import { asOutsider, findOn, mayStand, type Placed, place } from './board.ts'
import styles from './hierarchy.module.css'

interface Props {
  /** The target list; undefined while the sheet is closed. */
  relation: Relation | undefined
  people: readonly Placed[]
  onChange: (people: Placed[]) => void
  onClose: () => void
  /** The address of the lists' owner, who cannot be added. */
  ownEmail?: string | undefined
  /** A directory, where people can be searched. */
  children?: (relation: Relation) => ReactNode
}

/** A sheet over the board that adds people to one list. */
export function AddPeople({ relation, people, onChange, onClose, ownEmail, children }: Props) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(relation)
  const [added, setAdded] = useState('')
  const pending = useRef<PendingAddress>(null)
  // While it closes, the sheet keeps its content.
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
  /** A typed address is added before the sheet closes; one that cannot be added keeps it open. */
  const takePending = () => pending.current?.take() ?? true
  return (
    <PageSheet
      isOpen={relation !== undefined}
      title={title}
      close={t('hierarchy.done')}
      canDismiss={async () => takePending()}
      onClose={() => takePending() && onClose()}
      onDismissed={() => {
        setAdded('')
        onClose()
      }}
      className="stack"
    >
      {children?.(list)}
      <section className={`stack ${styles.addOutsider}`}>
        <div>
          <h2>{t('hierarchy.by_email')}</h2>
          <p className="quiet small">{t('hierarchy.by_email_hint')}</p>
        </div>
        <p className={`small ${styles.byEmailAdded}`} role="status">
          {added ? t('hierarchy.added', { name: added }) : ''}
        </p>
        <AddByEmail id={`add-${list}`} refuse={refuse} onAdd={add} ref={pending} />
      </section>
    </PageSheet>
  )
}
