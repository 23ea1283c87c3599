import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './Drawing.tsx'
import styles from './EmptyState.module.css'

interface Props {
  drawing: DrawingName
  title: string
  text?: string
  /** Something was sent or reached: the drawing enters with a short motion, once. */
  celebrates?: boolean
  /** The next step: usually one IonButton. */
  children?: ReactNode
}

export const EmptyState = ({ drawing, title, text, celebrates = false, children }: Props) => (
  <div className={celebrates ? `${styles.empty} ${styles.celebrates} empty` : `${styles.empty} empty`}>
    <Drawing name={drawing} />
    <h2 tabIndex={celebrates ? -1 : undefined}>{title}</h2>
    {text ? <p>{text}</p> : null}
    {children}
  </div>
)
