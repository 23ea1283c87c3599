import type { Page } from '@playwright/test'
import { ONBOARDING_STEPS, type OnboardingStep } from '@reflet/contract/people'
import { apiOf } from '../screens.ts'
import { expect, shown } from './journey.ts'

export const NEWCOMER = 'new@nova.example'
/** Where somebody lands whose onboarding is not finished. */
export const ONBOARDING = /\/onboarding-/

/** The step is in the address and on top: before that a press would still meet the page that leaves. */
export async function at(page: Page, step: OnboardingStep): Promise<void> {
  await page.waitForURL(new RegExp(`/onboarding-${step}`))
  const place = String(ONBOARDING_STEPS.indexOf(step) + 1)
  await expect(shown(page).locator('[role="progressbar"][aria-valuenow]')).toHaveAttribute('aria-valuenow', place)
}

export const next = (page: Page) => shown(page).locator('ion-footer .step-next').click()

/** The guide of a tour. */
export const popover = (page: Page) => page.locator('.driver-popover')

interface Me {
  user: { is_onboarding_finished: boolean; is_onboarding_dashboard_finished: boolean }
}
export const me = (page: Page) => apiOf(page).get<Me>('/api/users/1')
