import { type Queryable, rows, type Sql, sql, t } from '../../db/index.ts'
import { sameText, type Vault } from '../../platform/crypto.ts'
import { notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'

/**
 * An insert of the guests that a query selects (company, id, address, language, time), as part of a statement: new ones are stored, known
 * ones keep their id and are returned, too.
 */
export const guestsFrom = (query: Sql): Sql => sql`insert into guests (company_id, id, email, locale, created_at)
    ${query}
    on conflict (company_id, email) do update set email = excluded.email`

interface GuestInput {
  readonly email: string
  readonly locale: string
}

/**
 * A guest by address, stored when new; known ones keep their id. Names are not stored here but with each employee's request: no one renames
 * a guest for others.
 */
export async function rememberGuest(tx: Queryable, companyId: string, { email, locale }: GuestInput, now: Date): Promise<string> {
  const [guest] = await rows(
    tx,
    { id: t.uuid },
    sql`${guestsFrom(sql`values (${companyId}, ${newId(now)}, ${email}, ${locale}, ${now})`)} returning id`,
  )
  if (!guest) throw new Error('no guest was kept')
  return guest.id
}

/** An address of one company, as an unsubscribe token identifies it. */
interface Addressed {
  readonly companyId: string
  readonly guestId: string
}

const ID_CHARS = 43

/**
 * The unsubscribe token of a mail: the address and a MAC by this server. It is sent by mail only, no call returns it; the links that a
 * requester sees or can copy do not unsubscribe.
 */
export function stopToken(vault: Vault, { companyId, guestId }: Addressed): string {
  const ids = Buffer.from(`${companyId}${guestId}`.replaceAll('-', ''), 'hex').toString('base64url')
  return `${ids}${vault.deriveToken('stop', `${companyId}:${guestId}`)}`
}

const toUuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/**
 * The address of an unsubscribe token.
 * @throws not_found for anything else, also a guest's or manager's link
 */
export function readStopToken(vault: Vault, token: string): Addressed {
  const hex = Buffer.from(token.slice(0, ID_CHARS), 'base64url').toString('hex')
  const addressed = { companyId: toUuid(hex.slice(0, 32)), guestId: toUuid(hex.slice(32)) }
  if (hex.length !== 64 || !sameText(token, stopToken(vault, addressed))) throw notFound()
  return addressed
}

/**
 * Unsubscribes this address from all mails of the company; queued mails are dropped. Or resubscribes it.
 * @throws not_found when the address was deleted since
 */
export async function setStopped(db: Queryable, { companyId, guestId }: Addressed, stopped: boolean, now: Date): Promise<void> {
  const [found] = await rows(
    db,
    { id: t.uuid },
    sql`with chosen as (
        update guests set stopped_at = case when ${stopped}::boolean then coalesce(stopped_at, ${now}::timestamptz) end
        where company_id = ${companyId} and id = ${guestId} returning id, email
      ), dropped as (
        delete from outbox o using chosen
        where ${stopped}::boolean and o.company_id = ${companyId} and o.guest_id = chosen.id and o.sent_at is null
      ) select id from chosen`,
  )
  if (!found) throw notFound()
}
