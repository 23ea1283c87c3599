import { useIonRouter } from '@ionic/react'
import { type OnboardingStep, people } from '@reflet/contract/people'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { call } from '../../platform/client.ts'
import { setUserRecord } from '../../platform/session.ts'
import { pathOf, stepAfter } from './steps.ts'

/** Saves a step's data, then the next step (for other devices), and navigates there. */
export function useNext(step: OnboardingStep) {
  const router = useIonRouter()
  const here = useLocation().pathname === pathOf(step)
  const next = stepAfter(step)
  const mutation = useMutation({
    mutationFn: async (save: () => Promise<unknown>) => {
      await save()
      await setUserRecord(await call(people.updateUser, { params: { userId: '1' }, body: { onboarding_step: next } }))
    },
    onSuccess: () => router.push(pathOf(next), 'forward'),
  })
  // A page in a transition ignores a second press.
  return { ...mutation, busy: mutation.isPending || !here }
}

/** For a step without data, or a skipped one: the input stays a draft on this device. */
export const nothing = () => Promise.resolve()

export const acceptTerms = async (version: string) => setUserRecord(await call(people.acceptTerms, { body: { version } }))
