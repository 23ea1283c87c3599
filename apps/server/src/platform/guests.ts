import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '../db/index.ts'
import { sameText, type Vault } from './crypto.ts'
import { notFound } from './errors.ts'
import { newId } from './ids.ts'

interface GuestInput {
  readonly email: string
  readonly locale: string
}

/**
 * Somebody outside by their address, stored when new; known ones keep their id. Names are not stored here but with what each
 * employee typed them for: nobody renames a guest for others.
 */
export async function rememberGuest(tx: Queryable, companyId: string, { email, locale }: GuestInput, now: Date): Promise<string> {
  const [guest] = await rows<{ id: string }>(
    tx,
    sql`insert into guests (company_id, id, email, locale, created_at)
      values (${companyId}, ${newId(now)}, ${email}, ${locale}, ${now})
      on conflict (company_id, email) do update set email = excluded.email returning id`,
  )
  if (!guest) throw new Error('no guest was kept')
  return guest.id
}

/** An address of one company, as a stop token names it. */
interface Addressed {
  readonly companyId: string
  readonly guestId: string
}

const ID_CHARS = 43

/**
 * What a mail's stop link carries: the address and a proof that only this server can make. It leaves by mail alone, no call returns it;
 * the links that a requester sees or can copy stop nothing.
 */
export function stopToken(vault: Vault, { companyId, guestId }: Addressed): string {
  const ids = Buffer.from(`${companyId}${guestId}`.replaceAll('-', ''), 'hex').toString('base64url')
  return `${ids}${vault.deriveToken('stop', `${companyId}:${guestId}`)}`
}

const toUuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/**
 * The address that a stop token is for.
 * @throws not_found for anything else, a guest's or manager's link among it
 */
export function readStopToken(vault: Vault, token: string): Addressed {
  const hex = Buffer.from(token.slice(0, ID_CHARS), 'base64url').toString('hex')
  const addressed = { companyId: toUuid(hex.slice(0, 32)), guestId: toUuid(hex.slice(32)) }
  if (hex.length !== 64 || !sameText(token, stopToken(vault, addressed))) throw notFound()
  return addressed
}

/**
 * Never e-mail this address again, whoever of the company asks; mails that wait are dropped. Or, when its owner takes that back, again.
 * @throws not_found when the address was forgotten since
 */
export async function setStopped(db: Queryable, { companyId, guestId }: Addressed, stopped: boolean, now: Date): Promise<void> {
  const [found] = await rows(
    db,
    sql`with chosen as (
        update guests set stopped_at = case when ${stopped}::boolean then coalesce(stopped_at, ${now}::timestamptz) end
        where company_id = ${companyId} and id = ${guestId} returning id, email
      ), dropped as (
        delete from outbox o using chosen where ${stopped}::boolean and o.company_id = ${companyId} and o.guest_id = chosen.id and o.sent_at is null
      ) select id from chosen`,
  )
  if (!found) throw notFound()
}
