import { IonContent } from '@ionic/react'
import { type ReactNode, useEffect } from 'react'
import { Logo } from '../../ui/Logo.tsx'
import './gate.css'

/** The frame of the screens before the app: the same markup as the painted shell in index.html, so nothing jumps. */
export function Gate({ title, name, text, children }: { title: string; name: string; text: string; children: ReactNode }) {
  useEffect(() => {
    document.title = name === 'Reflet' ? name : `${name} · Reflet`
  }, [name])
  return (
    <IonContent className="gate-content">
      <div className="gate">
        <Logo className="gate-logo" />
        <div aria-live="polite">
          <h1 className="gate-title">{title}</h1>
          <p className="gate-text">{text}</p>
        </div>
        {children}
      </div>
    </IonContent>
  )
}
