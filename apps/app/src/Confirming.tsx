import { type ComponentType, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { fetchCode } from './platform/code.ts'
import { dismissLoading } from './platform/loading.ts'
import { stepUp } from './platform/step-up.ts'
import { useStore } from './platform/store.ts'

type Waiting = (isConfirmed: boolean) => void

const waiting = new Set<Waiting>()

function take() {
  const one = stepUp.get()
  if (!one) return
  dismissLoading()
  waiting.add(one)
}

function end(isConfirmed: boolean) {
  const last = stepUp.get()
  for (const one of waiting) one(isConfirmed)
  waiting.clear()
  // Ionic has not yet put the dismissed modal back to where React removes it.
  setTimeout(() => stepUp.get() === last && stepUp.set(null))
}

/**
 * The dialog of calls that need a recent sign-in: all that wait at once have one. It is where the menu is, because only people who are logged
 * in have such calls. Without the dialog's code they stay refused.
 */
export function Confirming() {
  const asked = useStore(stepUp)
  const [Dialog, setDialog] = useState<ComponentType<{ asked: Waiting; onDone: Waiting }>>()
  useEffect(() => {
    const unsubscribe = stepUp.subscribe(take)
    // A call may have been faster than the menu.
    take()
    return () => {
      unsubscribe()
      end(false)
    }
  }, [])
  useEffect(() => {
    if (!asked || Dialog) return
    fetchCode(() => import('./features/security/StepUp.tsx')).then(
      ({ StepUp }) => setDialog(() => StepUp),
      () => end(false),
    )
  }, [asked, Dialog])
  // Ionic moves an open modal to ion-app: React must find it where it put it.
  return asked && Dialog ? createPortal(<Dialog asked={asked} onDone={end} />, document.querySelector('ion-app') ?? document.body) : null
}
