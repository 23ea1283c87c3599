import { IonContent, IonModal } from '@ionic/react'
import type { ReactNode } from 'react'
import pageStyles from './Page.module.css'
import { useModalLabel } from './Sheet.tsx'
import { SheetHeader } from './SheetHeader.tsx'

interface Props {
  isOpen: boolean
  title: string
  /** The label of the button that closes it. */
  close: string
  onClose: () => void
  onDismissed?: () => void
  /** Whether it may close: by its button, Escape or a swipe. */
  canDismiss?: () => Promise<boolean>
  className?: string | undefined
  children: ReactNode
}

/** A modal sheet as high as a page, whose content scrolls. */
export function PageSheet({ isOpen, title, close, onClose, onDismissed = onClose, canDismiss, className = '', children }: Props) {
  return (
    <IonModal key={title} ref={useModalLabel(title)} isOpen={isOpen} onDidDismiss={onDismissed} {...(canDismiss && { canDismiss })}>
      <SheetHeader role="heading" aria-level={1} title={title} close={close} onClose={onClose} />
      <IonContent>
        <section className={`${pageStyles.pageBody} ${className}`} data-testid="page-body" aria-label={title}>
          {children}
        </section>
      </IonContent>
    </IonModal>
  )
}
