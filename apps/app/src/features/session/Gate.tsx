import { IonContent } from '@ionic/react'
import { type ReactNode, useEffect } from 'react'
import { Logo } from '../../ui/Logo.tsx'
import styles from './gate.module.css'

/** The frame of the screens before the app: the same markup as the static shell in index.html, so there is no layout shift. */
export function Gate({ title, name, text, children }: { title: string; name: string; text: string; children: ReactNode }) {
  useEffect(() => {
    document.title = name === 'Reflet' ? name : `${name} · Reflet`
  }, [name])
  return (
    <IonContent className={styles.gateContent}>
      <div className={`gate ${styles.gateFrame}`}>
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
