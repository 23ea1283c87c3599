import type { Locale } from '@reflet/contract/common'
import { people } from '@reflet/contract/people'
import { call } from './client.ts'

/**
 * A newcomer who chose a language before the login keeps it: the server stores it before its record, and with it another language, is shown.
 * Afterwards the stored language wins (docs/PRODUCT.md, "Sessions and start").
 */
export async function keepLoginLocale(locale: Locale) {
  const { user } = await call(people.getUser, { params: { userId: '1' } })
  const isNew = !user.is_onboarding_finished && user.onboarding_step === 'terms'
  if (isNew && user.locale !== locale) await call(people.updateUser, { params: { userId: '1' }, body: { locale } })
}
