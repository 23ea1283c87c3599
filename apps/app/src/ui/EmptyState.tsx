import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './Drawing.tsx'

interface Props {
  drawing: DrawingName
  title: string
  text?: string
  /** What to do next: usually one IonButton. */
  children?: ReactNode
}

export const EmptyState = ({ drawing, title, text, children }: Props) => (
  <div className="empty">
    <Drawing name={drawing} />
    <h2>{title}</h2>
    {text ? <p>{text}</p> : null}
    {children}
  </div>
)
