import type { CoffeeBody } from '@reflet/contract/coffee'
import { type Locale, toLocale } from '@reflet/contract/common'
import { nullable, type Queryable, rows, type Sql, sql, t } from '../../db/index.ts'
import { notFound, Problem } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/session.ts'
import { isReceived } from '../feedback/feedback.policy.ts'
import { rememberGuest } from '../guests/guests.ts'
import { countOutside } from '../guests/mail-limit.ts'
import { refuseFormer } from '../people/directory.queries.ts'

/** The invited person, a colleague or an external person, and the related answer. */
interface Invited {
  readonly userId: string | null
  readonly guestId: string | null
  readonly feedbackId: string | null
  /** Of a guest, for this coffee chat only. */
  readonly name: { readonly first_name: string; readonly last_name: string } | null
  readonly locale: Locale | null
}

/**
 * Resolves the invited person; a new external person is stored.
 * @throws cannot_ask_yourself; slow_down when the daily limit of mails to external people is reached; person_deactivated for
 *   the address of a former colleague; not_found for a person who is not an active colleague, and for the giver of any answer but a named one of the viewer's
 */
export async function inviteeOf(tx: Queryable, viewer: Viewer, { invitee }: CoffeeBody, now: Date): Promise<Invited> {
  if ('feedback_id' in invitee) return giverOf(tx, viewer, invitee.feedback_id, now)
  const who = 'user_id' in invitee ? sql`u.id = ${invitee.user_id}` : sql`u.email = ${invitee.email}`
  const userId = await colleague(tx, viewer, who)
  if (userId === viewer.userId) throw new Problem('cannot_ask_yourself')
  if (userId) return { userId, guestId: null, feedbackId: null, name: null, locale: null }
  if ('user_id' in invitee) throw notFound()
  const { email, first_name = '', last_name = '', locale = viewer.locale } = invitee
  await refuseFormer(tx, viewer.companyId, [{ field: 'invitee', email }])
  await countOutside(tx, viewer, 1, now)
  const guestId = await rememberGuest(tx, viewer.companyId, { email, locale }, now)
  return { userId: null, guestId, feedbackId: null, name: { first_name, last_name }, locale }
}

const giverRow = {
  giver_id: nullable(t.uuid),
  guest_id: nullable(t.uuid),
  email: nullable(t.text),
  first_name: t.text,
  last_name: t.text,
  locale: nullable(t.text),
}

/** A guest who has an account by now is that colleague; the giver of a confidential answer and a former colleague are not found. */
async function giverOf(tx: Queryable, viewer: Viewer, feedbackId: string, now: Date): Promise<Invited> {
  const [giver] = await rows(
    tx,
    giverRow,
    sql`select f.giver_id, g.id as guest_id, g.email, coalesce(p.first_name, g.first_name, '') as first_name,
        coalesce(p.last_name, g.last_name, '') as last_name, coalesce(p.locale, g.locale) as locale
      from feedbacks f
      join recipients p on p.company_id = f.company_id and p.id = f.recipient_id
      left join guests g on g.company_id = p.company_id and g.id = p.guest_id
      where f.id = ${feedbackId} and ${isReceived(viewer)}`,
  )
  if (!giver) throw notFound()
  const userId = await colleague(tx, viewer, giver.giver_id ? sql`u.id = ${giver.giver_id}` : sql`u.email = ${giver.email}`)
  const guestId = userId || giver.giver_id ? null : giver.guest_id
  if (!userId && !guestId) throw notFound()
  if (userId) return { userId, guestId, feedbackId, name: null, locale: null }
  await refuseFormer(tx, viewer.companyId, giver.email ? [{ field: 'invitee', email: giver.email }] : [])
  await countOutside(tx, viewer, 1, now)
  return { userId, guestId, feedbackId, name: { first_name: giver.first_name, last_name: giver.last_name }, locale: toLocale(giver.locale) }
}

async function colleague(tx: Queryable, { companyId }: Viewer, which: Sql): Promise<string | null> {
  const [found] = await rows(
    tx,
    { id: t.uuid },
    sql`select u.id from users u where u.company_id = ${companyId} and u.deactivated_at is null and ${which}`,
  )
  return found?.id ?? null
}
