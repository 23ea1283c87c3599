import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './Drawing.tsx'
import styles from './EmptyState.module.css'

interface Props {
  drawing: DrawingName
  title: string
  text?: string
  /** The next step: usually one IonButton. */
  children?: ReactNode
}

export const EmptyState = ({ drawing, title, text, children }: Props) => (
  <div className={`${styles.empty} empty`}>
    <Drawing name={drawing} />
    <h2>{title}</h2>
    {text ? <p>{text}</p> : null}
    {children}
  </div>
)
