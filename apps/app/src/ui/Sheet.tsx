import { IonModal } from '@ionic/react'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Sheet.module.css'
import { SheetHeader } from './SheetHeader.tsx'

export interface SheetState {
  isOpen: boolean
  open: () => void
  /** Closes it, and then runs `after`, when nothing of it is left: what follows may remove the component that shows it. */
  close: (after?: () => void) => void
  onDismissed: () => void
}

/** The state of a `Sheet`. */
export function useSheet(): SheetState {
  const [isOpen, setOpen] = useState(false)
  const shown = useRef(false)
  const next = useRef<(() => void) | undefined>(undefined)
  return {
    isOpen,
    open: () => {
      shown.current = true
      setOpen(true)
    },
    close: (after) => {
      // It may have been dismissed meanwhile.
      if (!shown.current) return after?.()
      next.current = after
      setOpen(false)
    },
    onDismissed: () => {
      shown.current = false
      const after = next.current
      next.current = undefined
      setOpen(false)
      after?.()
    },
  }
}

interface Props {
  state: SheetState
  title: string
  children: ReactNode
}

/**
 * The label of a modal with the title as its key. Ionic moves it once, when it is created, to its element with the role; as a property it
 * would come back to the host.
 */
export const useModalLabel = (title: string) =>
  useCallback((modal: HTMLIonModalElement | null) => modal?.setAttribute('aria-label', title), [title])

/** A modal sheet as high as its content: at the bottom of a phone, in the middle of a wide screen. */
export function Sheet({ state, title, children }: Props) {
  const { t } = useTranslation()
  return (
    <IonModal key={title} ref={useModalLabel(title)} className={`${styles.sheet}`} isOpen={state.isOpen} onDidDismiss={state.onDismissed}>
      <SheetHeader role="heading" aria-level={1} title={title} close={t('common.cancel')} onClose={() => state.close()} />
      <section className={`${styles.body} stack`} aria-label={title}>
        {children}
      </section>
    </IonModal>
  )
}
