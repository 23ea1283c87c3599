import { ONBOARDING_STEPS, type OnboardingStep, type User } from '@reflet/contract/people'
import { homePath, to } from '../../platform/paths.ts'
import { isSettled } from '../../platform/session.ts'

export const pathOf = (step: OnboardingStep | 'blank') => to(`/onboarding-${step}`)

export const placeOf = (step: OnboardingStep) => ONBOARDING_STEPS.indexOf(step) + 1
export const STEP_COUNT = ONBOARDING_STEPS.length

export const stepAfter = (step: OnboardingStep): OnboardingStep => ONBOARDING_STEPS[placeOf(step)] ?? 'finished'
export const stepBefore = (step: OnboardingStep): OnboardingStep | undefined => ONBOARDING_STEPS[placeOf(step) - 2]

/** The current step by the server's record. The terms come first, once. */
export function goesOnAt(user: User): string {
  if (isSettled(user)) return homePath
  if (!user.is_terms_accepted) return pathOf('terms')
  return pathOf(user.onboarding_step === 'terms' ? 'slides' : user.onboarding_step)
}
