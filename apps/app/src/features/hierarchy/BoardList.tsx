import { useDroppable } from '@dnd-kit/core'
import { IonIcon } from '@ionic/react'
import { addOutline } from 'ionicons/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import styles from './hierarchy.module.css'

interface Props {
  /** A relation, or `none` for people without a list. */
  list: string
  title: string
  hint: string
  count: number
  /** Whether the dragged person may be dropped here. */
  closed: boolean
  /** Opens the sheet to add people; undefined for the tray. */
  onAdd?: () => void
  addId?: string
  isTray?: boolean
  children: ReactNode
}

/** One of the lists, a drop target. */
export function BoardList({ list, title, hint, count, closed, onAdd, addId, isTray = false, children }: Props) {
  const { t } = useTranslation()
  const { setNodeRef, isOver } = useDroppable({ id: list, disabled: closed })
  const state = closed ? styles.isClosed : isOver ? styles.isOver : ''
  return (
    <section
      ref={setNodeRef}
      // A closed list is no drop target.
      data-list={closed ? undefined : list}
      className={`${styles.boardList} ${state} ${isTray ? styles.boardTray : ''}`}
      aria-label={title}
    >
      <header>
        <h2>
          {title}
          <span className={styles.boardCount}>{formatNumber(count)}</span>
        </h2>
        <p className="quiet small">{hint}</p>
      </header>
      {children}
      {onAdd ? (
        <button type="button" className={styles.boardAdd} id={addId} aria-label={t('hierarchy.add_to', { list: title })} onClick={onAdd}>
          <IonIcon icon={addOutline} aria-hidden="true" />
          <span>{t('hierarchy.add')}</span>
        </button>
      ) : null}
    </section>
  )
}
