import type { Page } from '@playwright/test'
import type { Locale } from '@reflet/contract/common'
import { ONBOARDING_STEPS, type OnboardingStep, people } from '@reflet/contract/people'
import { type Api, apiOf } from './api.ts'
import { keptOnDevice } from './device.ts'
import { expect, shown } from './journey.ts'
import { enter } from './session.ts'

export const NEWCOMER = 'new@nova.example'

/** The step is in the URL and visible: before that a press would still hit the previous page. */
export async function at(page: Page, step: OnboardingStep): Promise<void> {
  await page.waitForURL(new RegExp(`/onboarding-${step}`))
  const place = String(ONBOARDING_STEPS.indexOf(step) + 1)
  await expect(shown(page).locator('[role="progressbar"][aria-valuenow]')).toHaveAttribute('aria-valuenow', place)
}

export const next = (page: Page) => shown(page).locator('ion-footer').getByTestId('step-next').click()

/** The dialog of a tour. */
export const popover = (page: Page) => page.locator('.driver-popover')

export const me = (page: Page) => apiOf(page).call(people.getUser, { params: { userId: '1' } })

export async function acceptTerms(api: Api): Promise<void> {
  const { user } = await api.call(people.getUser, { params: { userId: '1' } })
  await api.call(people.acceptTerms, { body: { version: user.terms_version } })
}

/** Finishes the onboarding and its tours by the API. In this browser, which kept the record of before, it returns when that is stored. */
export async function finishOnboarding(api: Api, page?: Page): Promise<void> {
  for (const tour of [people.onboardingFinished, people.onboardingDashboardFinished, people.onboardingAnswerFinished]) await api.call(tour)
  if (!page) return
  await page.goto('/home')
  const user = { is_onboarding_finished: true, is_onboarding_dashboard_finished: true, is_onboarding_answer_finished: true }
  await expect.poll(() => keptOnDevice(page, 'current-user')).toMatchObject([{ data: { user } }])
}

/** Logs in a person whose onboarding has not begun, in a language. */
export const makeNewcomer = (page: Page, locale: Locale) => enter(page, NEWCOMER, locale)
