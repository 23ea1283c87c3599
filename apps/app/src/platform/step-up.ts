import { store } from './store.ts'

/** Takes whether the person has confirmed who they are; set while a call waits for it. */
export const stepUp = store<((isConfirmed: boolean) => void) | null>(null)

/**
 * For what needs a recent sign-in (docs/PRODUCT.md, "Signing in"): true when the person has confirmed who they are, and the refused call is to
 * be sent again. What was typed stays in its form, whose call is pending meanwhile.
 */
export const isConfirmed = (error: unknown) =>
  (error as { code?: unknown }).code === 'reauthentication_required' && new Promise<boolean>(stepUp.set)
