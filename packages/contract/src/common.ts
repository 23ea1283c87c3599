import { z } from 'zod'
import { hasControls, hasWebAddress } from './plain.ts'

/** The interface languages (specification §4). English is the fallback. */
export const LOCALES = ['fr', 'en', 'ar', 'es', 'de'] as const
export const Locale = z.enum(LOCALES)
export type Locale = z.infer<typeof Locale>

export const isRightToLeft = (locale: Locale) => locale === 'ar'

/**
 * Maps any language tag to an interface language: exact match, else its primary subtag, else English
 * (specification §4, "Language choice").
 */
export function toLocale(tag: string | null | undefined): Locale {
  const primary = (tag ?? '').toLowerCase().split(/[-_]/)[0]
  return LOCALES.find((locale) => locale === primary) ?? 'en'
}

/** PostgreSQL stores no NUL, and a lone surrogate is not text: both are refused instead of silently changed. */
const storable = (value: string) => !value.includes('\u0000') && value.isWellFormed()

/** Free text of people: trimmed, at most `max` UTF-16 units, storable. */
export const text = (max: number) => z.string().trim().max(max).refine(storable, { error: 'not_text' })

/** Free text that may be left out: null when nothing but blanks was written. */
export const optionalText = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => value || null)

/** Whether each stands once. */
export const distinct = <T>(items: readonly T[]) => new Set(items).size === items.length

/** A name or title: free text in which something can be seen. */
export const name = (max = 100) =>
  text(max)
    .min(1)
    .regex(/^$|[\p{L}\p{N}\p{P}\p{S}]/u, { error: 'invisible' })

/** A person's first or last name, which mails carry: one line without a web address. May be empty, as an outsider's may be unknown. */
export const personName = (max = 100) =>
  text(max)
    .refine((value) => !hasControls(value), { error: 'control_characters' })
    .refine((value) => !hasWebAddress(value), { error: 'web_address' })

/** The same, in which something can be seen. */
export const fullPersonName = (max = 100) =>
  personName(max)
    .min(1)
    .regex(/^$|[\p{L}\p{N}\p{P}\p{S}]/u, { error: 'invisible' })

/** Text that must reach the server unchanged (passwords, keys): not trimmed. */
export const opaque = (max: number, min = 1) => z.string().min(min).max(max).refine(storable, { error: 'not_text' })

/** E-mail address, compared without case: stored and sent in lower case. At most 254 characters (RFC 5321). */
export const Email = z.string().trim().max(254).toLowerCase().pipe(z.email()).describe('E-mail address')

/** In lower case, as the database prints it: two spellings are one id. */
export const Id = z.uuid().toLowerCase().describe('UUIDv7')
/** ISO 8601, UTC. */
export const Instant = z.iso.datetime({ offset: true }).describe('ISO 8601 instant, UTC')
/** A date that somebody plans with: what is reckoned from it must still have four digits for its year. */
export const Day = z.iso.date().refine((day) => day >= '1900' && day < '2200', { error: 'out_of_range' })

/** `1` is an alias for the caller's own id in every `/api/users/{userId}/…` call (product.md). */
export const UserParams = z.object({ userId: z.union([z.literal('1'), Id]) })
export const IdParams = z.object({ id: Id })

/** Cursors are opaque to the caller: base64url of the last row's sort key, which may be a name. */
export const Cursor = z
  .string()
  .max(1000)
  .regex(/^[A-Za-z0-9_-]+$/)
  .optional()
export const NextCursor = z.string().nullable().describe('Pass it as `cursor` for the next page; null at the end')

export const Done = z.object({ result: z.literal(true) }).meta({ id: 'Done' })

/** Whether an address of somebody outside gets no more mails of this company. */
export const MailChoice = z.object({ mails_stopped: z.boolean() }).meta({ id: 'MailChoice' })

/** What a call answers that has nothing else to say. */
export const done: z.infer<typeof Done> = { result: true }

/** A colleague or guest as others see them. */
export const Person = z
  .object({
    id: Id.nullable().describe('null for a guest and for a former colleague'),
    first_name: z.string(),
    last_name: z.string(),
    job_title: z.string(),
    avatar_url: z.string().nullable(),
  })
  .meta({ id: 'Person' })
export type Person = z.infer<typeof Person>
