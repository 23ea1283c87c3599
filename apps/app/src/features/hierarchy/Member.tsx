import { useDraggable } from '@dnd-kit/core'
import { IonIcon } from '@ionic/react'
import { RELATIONS, type Relation } from '@reflet/contract/groups'
import { chevronDownOutline, closeOutline, reorderTwoOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/people.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import type { Placed } from './board.ts'

interface Props {
  person: Placed
  /** The id of their “Move to…”: the focus is led to it. */
  id: string
  problem: string | undefined
  mayMoveTo: (relation: Relation) => boolean
  onMove: (relation: Relation) => void
  /** Undefined where they cannot leave. */
  onRemove: (() => void) | undefined
}

const nameOf = (person: Placed) => fullName(person, person.email ?? '')

/** Somebody on the board: to be dragged by the whole upper part, by the handle with the keyboard, or sent by the list below. */
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
    <li ref={setNodeRef} className={isDragging ? 'member is-dragged' : 'member'}>
      <div className="member-grip" {...pointer}>
        <button
          type="button"
          className="member-handle"
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
      <div className="member-ways">
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
  /** The id of what is wrong. */
  described: string | undefined
}

/** The device's own list under a word of ours. It stands on where they are, so that each arrow key leads one list on. */
function MoveTo({ person, id, described, mayMoveTo, onMove }: MoveToProps) {
  const { t } = useTranslation()
  return (
    <span className="member-move">
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
      <Avatar person={person.first_name || person.last_name ? person : { ...person, first_name: name }} size={32} />
      <span className="member-words">
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

/** What travels with the pointer. */
export const FlyingMember = ({ person }: { person: Placed }) => (
  <div className="member is-flying">
    <div className="member-grip">
      <span className="member-handle">
        <IonIcon icon={reorderTwoOutline} aria-hidden="true" />
      </span>
      <Who person={person} />
    </div>
  </div>
)
