import { useDroppable } from '@dnd-kit/core'
import { IonIcon } from '@ionic/react'
import { addOutline } from 'ionicons/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'

interface Props {
  /** A relation, or `none` for people without a list. */
  list: string
  title: string
  hint: string
  count: number
  /** Whether what is dragged now may be dropped here. */
  closed: boolean
  /** Opens the way to add people; none where they only wait. */
  onAdd?: () => void
  addId?: string
  className?: string
  children: ReactNode
}

/** One of the lists: a place to drop people on. */
export function BoardList({ list, title, hint, count, closed, onAdd, addId, className = '', children }: Props) {
  const { t } = useTranslation()
  const { setNodeRef, isOver } = useDroppable({ id: list, disabled: closed })
  const state = closed ? 'is-closed' : isOver ? 'is-over' : ''
  return (
    <section
      ref={setNodeRef}
      // What is closed is no place to drop on.
      data-list={closed ? undefined : list}
      data-tour="badge-lists"
      className={`board-list ${state} ${className}`}
      aria-label={title}
    >
      <header>
        <h2>
          {title}
          <span className="board-count">{formatNumber(count)}</span>
        </h2>
        <p className="quiet small">{hint}</p>
      </header>
      {children}
      {onAdd ? (
        <button type="button" className="board-add" id={addId} aria-label={t('hierarchy.add_to', { list: title })} onClick={onAdd}>
          <IonIcon icon={addOutline} aria-hidden="true" />
          <span>{t('hierarchy.add')}</span>
        </button>
      ) : null}
    </section>
  )
}
