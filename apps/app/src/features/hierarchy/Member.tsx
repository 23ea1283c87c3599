import { useDraggable } from '@dnd-kit/core'
import { IonIcon } from '@ionic/react'
import { RELATIONS, type Relation } from '@reflet/contract/relations'
import { chevronDownOutline, closeOutline, reorderTwoOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../ui/Avatar.tsx'
import { faceOf, nameOf } from '../directory/person.api.ts'
import type { Placed } from './board.ts'
import styles from './hierarchy.module.css'

interface Props {
  person: Placed
  /** The id of their “Move to…”, a target of the focus. */
  id: string
  problem: string | undefined
  mayMoveTo: (relation: Relation) => boolean
  onMove: (relation: Relation) => void
  /** Undefined where they cannot be removed. */
  onRemove: (() => void) | undefined
}

/** A person on the board: dragged by the upper part, by the handle with the keyboard, or moved by the select below. */
export function Member({ person, id, problem, mayMoveTo, onMove, onRemove }: Props) {
  const { t } = useTranslation()
  const name = nameOf(person)
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, isDragging } = useDraggable({
    id: person.key,
    data: { person },
    attributes: { roleDescription: t('hierarchy.drag.role') },
  })
  const { onKeyDown, ...pointer } = listeners ?? {}
  return (
    <li ref={setNodeRef} className={isDragging ? `${styles.member} ${styles.isDragged}` : styles.member} data-testid="member">
      <div className={styles.memberGrip} data-testid="member-grip" {...pointer}>
        <button
          type="button"
          className={styles.memberHandle}
          ref={setActivatorNodeRef}
          {...attributes}
          onKeyDown={(event) => onKeyDown?.(event)}
          aria-label={t('hierarchy.drag.handle', { name })}
        >
          <IonIcon icon={reorderTwoOutline} aria-hidden="true" />
        </button>
        <Who person={person} />
      </div>
      {problem ? (
        <p className="field-error small" id={`${id}-error`}>
          {problem}
        </p>
      ) : null}
      <div className={styles.memberWays}>
        <MoveTo person={person} id={id} described={problem ? `${id}-error` : undefined} mayMoveTo={mayMoveTo} onMove={onMove} />
        {onRemove ? (
          <button type="button" className="icon-button" aria-label={t('hierarchy.remove', { name })} onClick={onRemove}>
            <IonIcon icon={closeOutline} aria-hidden="true" />
          </button>
        ) : null}
      </div>
    </li>
  )
}

interface MoveToProps extends Pick<Props, 'person' | 'id' | 'mayMoveTo' | 'onMove'> {
  /** The id of the error. */
  described: string | undefined
}

/** A native select under our own label. Its value is the current list, so that each arrow key moves by one list. */
function MoveTo({ person, id, described, mayMoveTo, onMove }: MoveToProps) {
  const { t } = useTranslation()
  return (
    <span className={styles.memberMove}>
      <span aria-hidden="true">{t('hierarchy.move_to')}</span>
      <IonIcon icon={chevronDownOutline} aria-hidden="true" />
      <select
        id={id}
        value={person.relation ?? ''}
        aria-label={t('hierarchy.move', { name: nameOf(person) })}
        aria-invalid={described ? true : undefined}
        aria-describedby={described}
        onChange={({ target }) => onMove(target.value as Relation)}
      >
        {person.relation ? null : (
          <option value="" disabled>
            {t('hierarchy.unplaced')}
          </option>
        )}
        {RELATIONS.filter((relation) => relation === person.relation || mayMoveTo(relation)).map((relation) => (
          <option key={relation} value={relation}>
            {t(`relation.${relation}`)}
          </option>
        ))}
      </select>
    </span>
  )
}

function Who({ person }: { person: Placed }) {
  const name = nameOf(person)
  const more = person.job_title || (name === person.email ? '' : (person.email ?? ''))
  return (
    <>
      <Avatar person={faceOf(person)} size={32} />
      <span className={styles.memberWords}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {more ? (
          <span className="line quiet small">
            <bdi>{more}</bdi>
          </span>
        ) : null}
      </span>
    </>
  )
}

/** The drag overlay. */
export const FlyingMember = ({ person }: { person: Placed }) => (
  <div className={`${styles.member} ${styles.isFlying}`} data-testid="member">
    <div className={styles.memberGrip} data-testid="member-grip">
      <span className={styles.memberHandle}>
        <IonIcon icon={reorderTwoOutline} aria-hidden="true" />
      </span>
      <Who person={person} />
    </div>
  </div>
)
