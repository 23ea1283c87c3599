import * as z from 'zod/mini'
import { described, named } from './openapi.ts'
import { hasControls, hasWebAddress } from './plain.ts'

/** The interface languages (docs/PRODUCT.md, "Sessions and start"). English is the fallback. */
export const LOCALES = ['fr', 'en', 'ar', 'es', 'de'] as const
export const Locale = z.enum(LOCALES)
export type Locale = z.infer<typeof Locale>

/** Of a link's page without a login. */
export const localeIsChosen = described(
  z.boolean(),
  'Whether `locale` was chosen for this person, or by them; false when it is only the sender’s own: then the page prefers the browser’s',
)

export const isRightToLeft = (locale: Locale) => locale === 'ar'

/**
 * Maps any language tag to an interface language: exact match, else its primary subtag, else English
 * (docs/PRODUCT.md, "Sessions and start").
 */
export function toLocale(tag: string | null | undefined): Locale {
  const primary = (tag ?? '').toLowerCase().split(/[-_]/)[0]
  return LOCALES.find((locale) => locale === primary) ?? 'en'
}

/**
 * The limit of a text, in UTF-16 units. It is the first rule of every text of an input, and no other one reads a text that is over it: rules
 * that are harmless in a name could block the server in a megabyte. Only trimming comes before (`text-limits.test.ts` reads every schema).
 */
const upTo = (max: number) => z.maxLength(max, { abort: true })

/** PostgreSQL stores no NUL, and a lone surrogate is not text: both are refused instead of silently changed. */
export const isStorable = (value: string) => !value.includes('\u0000') && value.isWellFormed()
const storable = z.refine<string>(isStorable, { error: 'not_text' })

/** User text: trimmed, at most `max` UTF-16 units, storable. */
export const text = (max: number) => z.string().check(z.trim(), upTo(max), storable)

/** Optional user text: null when it is blank. */
export const optionalText = (max: number) =>
  z.pipe(
    z.nullish(text(max)),
    z.transform((value) => value || null),
  )

/** Whether there are no duplicates. */
export const distinct = <T>(items: readonly T[]) => new Set(items).size === items.length

const visible = z.regex(/^$|[\p{L}\p{N}\p{P}\p{S}]/u, { error: 'invisible' })

/** A name or title: user text with at least one visible character. */
export const name = (max = 100) => text(max).check(z.minLength(1), visible)

/**
 * A person's first or last name, as used in mails: one line without a web address. May be empty, because an external person's may be
 * unknown.
 */
export const personName = (max = 100) =>
  text(max).check(
    z.refine((value) => !hasControls(value), { error: 'control_characters' }),
    z.refine((value) => !hasWebAddress(value), { error: 'web_address' }),
  )

/** The same, with at least one visible character. */
export const fullPersonName = (max = 100) => personName(max).check(z.minLength(1), visible)

/** Text that must reach the server unchanged (passwords, keys): not trimmed. */
export const opaque = (max: number, min = 1) => z.string().check(upTo(max), z.minLength(min), storable)

/**
 * Text of one form (ids, dates, tokens), of at most `max` UTF-16 units: not trimmed. The OpenAPI document shows the form without the limit that
 * it implies.
 */
const ofForm = (max: number, form: Parameters<z.ZodMiniString['check']>[0]) =>
  z.string().check(
    z.refine<string>((value) => value.length <= max, { error: 'too_big', abort: true }),
    form,
  )

/** The same by a pattern, which begins with `^` and ends with `$`. */
export const matching = (pattern: RegExp, max: number) => ofForm(max, z.regex(pattern))

/** E-mail address, case-insensitive: stored and sent in lower case. At most 254 characters (RFC 5321). */
export const Email = described(z.pipe(z.string().check(z.trim(), upTo(254), z.toLowerCase()), z.email()), 'E-mail address')

/** Input: an external person, by address. The name is optional. */
export const outsiderFields = {
  email: Email,
  first_name: z.optional(personName()),
  last_name: z.optional(personName()),
}

/** In lower case, as the database prints it: ids are case-insensitive. */
export const Id = described(ofForm(36, z.uuid()).check(z.toLowerCase()), 'UUIDv7')
/** ISO 8601, UTC. */
export const Instant = described(ofForm(40, z.iso.datetime({ offset: true })), 'ISO 8601 instant, UTC')
/** A planned date: dates computed from it must still have a four-digit year. */
export const Day = ofForm(10, z.iso.date()).check(z.refine((day) => day >= '1900' && day < '2200', { error: 'out_of_range' }))

/** `1` is an alias for the caller's own id in every `/api/users/{userId}/…` call (docs/PRODUCT.md). */
export const UserParams = z.object({ userId: z.union([z.literal('1'), Id]) })
export const IdParams = z.object({ id: Id })

/** Pagination cursors are opaque to the caller: base64url of the last row's sort key, which may be a name. */
export const Cursor = z.optional(z.string().check(upTo(1000), z.regex(/^[A-Za-z0-9_-]+$/)))
export const NextCursor = described(z.nullable(z.string()), 'Pass it as `cursor` for the next page; null at the end')

export const Done = named(z.object({ result: z.literal(true) }), 'Done')

/** Whether an external address has unsubscribed from this company's mails. */
export const MailChoice = named(z.object({ mails_stopped: z.boolean() }), 'MailChoice')

/** The response of a call without other data. */
export const done: z.infer<typeof Done> = { result: true }

/** What every view of a person shows. */
export const personFields = {
  first_name: z.string(),
  last_name: z.string(),
  job_title: z.string(),
  avatar_url: z.nullable(z.string()),
}

/** A colleague or guest as others see them. */
export const Person = named(
  z.object({
    id: described(z.nullable(Id), 'null for a guest and for a former colleague'),
    ...personFields,
  }),
  'Person',
)
export type Person = z.infer<typeof Person>
