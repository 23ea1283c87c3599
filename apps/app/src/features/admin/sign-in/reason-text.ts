import type { ParseKeys, TFunction } from 'i18next'

/** Why a sign-in was refused, as a sentence that says what to change; a reason without one is shown as its code. */
export const reasonText = (reason: string, t: TFunction): string =>
  t(`admin.sign_in.reason.${reason}` as ParseKeys, { defaultValue: reason })

/** What a detail of a refusal is, such as the audience that came. */
export const detailName = (name: string, t: TFunction): string =>
  t(`admin.sign_in.test.detail.${name}` as ParseKeys, { defaultValue: name })
