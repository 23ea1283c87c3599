import { type ReactNode, useEffect, useRef } from 'react'
import { closePanel, type Panel, showPanel } from '../platform/shortcuts.ts'
import styles from './palette.module.css'

interface Props {
  panel: Panel
  label: string
  /** Escape; without it the dialog closes. Returns whether it stays open. */
  onEscape?: () => boolean
  children: ReactNode
}

/** A modal dialog of the browser: it keeps the focus inside, and returns it when it closes. */
export function Dialog({ panel, label, onEscape, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && onEscape?.()) event.preventDefault()
      }}
      // The browser says so a moment later: a key may have opened the other one by then.
      onClose={() => closePanel(panel)}
      onClick={({ target, currentTarget }) => target === currentTarget && showPanel(null)}
    >
      <div className={styles.panel}>{children}</div>
    </dialog>
  )
}

/** Keys as they are printed on a keyboard. */
export const Keys = ({ keys }: { keys: readonly string[] }) => (
  <span className={styles.keys} dir="ltr">
    {keys.map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
  </span>
)
