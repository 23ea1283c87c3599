import { createHash, randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { LOCALES, type Locale } from '@reflet/contract/common'
import { type RowOf, t } from '../../../db/index.ts'
import { plainLine } from '../../../platform/plain-line.ts'
import { inLocale, type Translations } from '../../../platform/translations.ts'
import type { EarnedBy } from '../rule.policy.ts'
import { criteriaIn } from '../texts.ts'
import type { Addresses } from './addresses.ts'
import { BADGE_CONTEXTS, CREDENTIAL_CONTEXT, OPEN_BADGES_CONTEXT } from './contexts.ts'
import { publicJwkOf, stampOf } from './signing.ts'

/** Entries of a status list: the specification's minimum, so that a revocation says little about its owner. */
export const STATUS_LIST_LENGTH = 131_072

/** A company as it issues: the code is that of the credential, which may be an earlier one. */
export const issuerRow = { code: t.text, name: t.text }
export type Issuer = RowOf<typeof issuerRow>

/** What a badge is for, by which rule, in each language that the company has a text for. */
export interface Achievement {
  readonly id: string
  readonly category: string
  readonly locale: Locale
  readonly names: Translations
  readonly descriptions: Translations
  readonly rule: EarnedBy
}

export interface Key {
  readonly id: string
  readonly public_key: string
  readonly created_at: Date
  readonly retired_at: Date | null
}

const profileOf = (addresses: Addresses, { code, name }: Issuer) => ({
  id: addresses.issuer(code),
  type: ['Profile'],
  name: plainLine(name),
})

/** The achievement in one language; the languages of the others are named in `related`. */
export function achievementIn(addresses: Addresses, issuer: Issuer, achievement: Achievement, locale: Locale) {
  const { id, names, descriptions, rule } = achievement
  const address = (language: Locale) => `${addresses.achievement(id)}${language === achievement.locale ? '' : `?lang=${language}`}`
  return {
    id: addresses.achievement(id),
    type: ['Achievement'],
    achievementType: 'Badge',
    inLanguage: locale,
    name: plainLine(inLocale(names, locale)),
    description: plainLine(inLocale(descriptions, locale)) || plainLine(inLocale(names, locale)),
    criteria: { id: addresses.achievement(id), narrative: narrativeOf(rule, locale) },
    image: { id: addresses.achievementPicture(id), type: 'Image' },
    creator: profileOf(addresses, issuer),
    related: LOCALES.filter((one) => one !== locale).map((one) => ({ id: address(one), type: ['Related'], inLanguage: one })),
  }
}

/** In the language, and in English for a reader who does not know it. */
const narrativeOf = (rule: EarnedBy, locale: Locale) =>
  [...new Set<Locale>([locale, 'en'])].map((language) => criteriaIn(language, rule)).join('\n\n')

/** The whole achievement document, as its address answers. */
export const achievementDocument = (addresses: Addresses, issuer: Issuer, achievement: Achievement, locale: Locale) => ({
  '@context': BADGE_CONTEXTS,
  ...achievementIn(addresses, issuer, achievement, locale),
})

/**
 * A salted hash of the address, by which its owner can prove that the badge is theirs, and the name as they chose to show it
 * (Open Badges 3.0, IdentityObject).
 */
export function identifiersOf(email: string, shownName: string) {
  const salt = randomBytes(16).toString('hex')
  const hash = createHash('sha256').update(`${email}${salt}`, 'utf8').digest('hex')
  return [
    { type: 'IdentityObject', hashed: true, identityHash: `sha256$${hash}`, identityType: 'emailAddress', salt },
    { type: 'IdentityObject', hashed: false, identityHash: plainLine(shownName), identityType: 'name' },
  ]
}

export interface NewBadge {
  readonly id: string
  readonly issuer: Issuer
  readonly achievement: Achievement
  readonly email: string
  readonly shownName: string
  readonly issuedAt: Date
  readonly statusListId: string
  readonly statusIndex: number
}

/**
 * The credential, before it is signed: what was achieved and by which rule. It has no quote, no score, no giver and no e-mail address
 * (docs/PRODUCT.md, "Badges").
 */
export function credentialOf(addresses: Addresses, badge: NewBadge) {
  const { id, issuer, achievement, statusListId, statusIndex } = badge
  const list = addresses.statusList(statusListId)
  const what = achievementIn(addresses, issuer, achievement, achievement.locale)
  return {
    '@context': BADGE_CONTEXTS,
    id: addresses.page(id),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: what.name,
    description: what.description,
    image: { id: addresses.file(id, 'png'), type: 'Image' },
    issuer: profileOf(addresses, issuer),
    validFrom: stampOf(badge.issuedAt),
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: identifiersOf(badge.email, badge.shownName),
      achievement: what,
    },
    credentialStatus: {
      id: `${list}#${statusIndex}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(statusIndex),
      statusListCredential: list,
    },
  }
}

/** `u`: multibase, base64url; the bits from the left, compressed (Bitstring Status List 1.0, "Bitstring Encoding"). */
export function encodedList(revoked: readonly number[]): string {
  const bits = Buffer.alloc(STATUS_LIST_LENGTH / 8)
  for (const index of revoked) bits[index >> 3] = (bits[index >> 3] ?? 0) | (0x80 >> (index & 7))
  return `u${gzipSync(bits).toString('base64url')}`
}

/** The status list, before it is signed. */
export function statusListOf(addresses: Addresses, issuer: Issuer, listId: string, revoked: readonly number[], at: Date) {
  const id = addresses.statusList(listId)
  return {
    '@context': [CREDENTIAL_CONTEXT],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: addresses.issuer(issuer.code),
    validFrom: stampOf(at),
    credentialSubject: { id: `${id}#list`, type: 'BitstringStatusList', statusPurpose: 'revocation', encodedList: encodedList(revoked) },
  }
}

/** The verification method of a key; `expires` is the end of the time in which it signed. */
export const verificationMethodOf = (addresses: Addresses, code: string, key: Key) => ({
  id: addresses.key(code, key.id),
  type: 'Multikey',
  controller: addresses.issuer(code),
  publicKeyMultibase: key.public_key,
  ...(key.retired_at && { expires: stampOf(key.retired_at) }),
})

/**
 * The issuer's profile and controller document in one. The context of DIDs comes first: verifiers read the relation `assertionMethod` of
 * such a document as it is.
 */
export function issuerDocument(addresses: Addresses, issuer: Issuer, home: string, keys: readonly Key[]) {
  const methods = keys.map((key) => verificationMethodOf(addresses, issuer.code, key))
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1', CREDENTIAL_CONTEXT, OPEN_BADGES_CONTEXT],
    ...profileOf(addresses, issuer),
    url: home,
    verificationMethod: methods,
    assertionMethod: methods.map(({ id }) => id),
  }
}

/** The same keys for JWTs. */
export const keySet = (addresses: Addresses, code: string, keys: readonly Key[]) => ({
  keys: keys.map((key) => ({ ...publicJwkOf(key.public_key), kid: addresses.key(code, key.id), alg: 'EdDSA', use: 'sig' })),
})
