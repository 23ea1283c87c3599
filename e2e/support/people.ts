import type { Page } from '@playwright/test'
import type { Locale } from '@reflet/contract/common'
import { apiOf } from '../screens.ts'
import { login } from './journey.ts'

/** Logs in somebody of the demo in a language that need not be theirs. */
export async function loginIn(page: Page, email: string, locale: Locale): Promise<void> {
  await login(page, email)
  await apiOf(page).send('PATCH', '/api/users/1', { locale })
}
