import { PASSWORD_MIN } from '@reflet/contract/session'
import { type RowOf, t } from '../../db/index.ts'
import { Problem } from '../../platform/errors.ts'

/** Letters that a password must have besides names: fewer are guessed. */
const OWN_LETTERS = 4
/** A shorter word of a name says nothing. */
const SHORTEST_NAME = 3

export const passwordOwnerRow = { email: t.text, first_name: t.text, last_name: t.text, company: t.text, code: t.text }
export type PasswordOwner = RowOf<typeof passwordOwnerRow>

let common: Promise<ReadonlySet<string>> | undefined

/** Loaded with the first new password: 30,000 words that a login never needs. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const words = (dictionary as { 'passwords-common': readonly string[] })['passwords-common']
  return new Set(words.filter((word) => word.length >= PASSWORD_MIN))
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** As it is hashed, without letters that no one sees: they make a short password long and a common one rare. */
const visible = (password: string) => password.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')

export const isTooShort = (password: string): boolean => [...visible(password)].length < PASSWORD_MIN

/** The words of a person's and a company's names, the longest first, so that no part of one is left. */
function namesOf({ email, first_name, last_name, company, code }: PasswordOwner): string[] {
  const words = [email.split('@')[0] ?? '', email.split('@')[1]?.split('.').at(-2) ?? '', first_name, last_name, company, code].flatMap(
    (name) => plain(name).split(/[^\p{L}\p{N}]+/u),
  )
  return [...new Set(words)].filter((word) => word.length >= SHORTEST_NAME).sort((a, b) => b.length - a.length)
}

/** Whether little is left of a password without these names, digits and signs. */
function isMadeOfNames(password: string, owner: PasswordOwner): boolean {
  const text = plain(visible(password))
  const names = namesOf(owner)
  const without = names.reduce((rest, name) => rest.replaceAll(name, ' '), text)
  return without !== text && [...without.replaceAll(/[^\p{L}]/gu, '')].length < OWN_LETTERS
}

/**
 * A new password (NIST SP 800-63B): long enough, not among the known ones, not made of names. There are no rules about its characters.
 * @throws password_too_weak, with the reason as the field's code: too_short, common, personal
 */
export async function checkNewPassword(password: string, owner: PasswordOwner, field = 'password'): Promise<void> {
  const refuse = (code: string) => {
    throw new Problem('password_too_weak', { fields: { [field]: code } })
  }
  if (isTooShort(password)) refuse('too_short')
  common ??= commonPasswords()
  if ((await common).has(visible(password).toLowerCase())) refuse('common')
  if (isMadeOfNames(password, owner)) refuse('personal')
}
