import { INVITATION_DAYS } from '@reflet/contract/admin-people'
import { DAY_MS, MINUTE_MS } from '@reflet/contract/durations'
import { type Queryable, rows, sql } from '../../../db/index.ts'
import { hashToken, type Vault } from '../../../platform/crypto.ts'
import { newId } from '../../../platform/ids.ts'
import { messageFrom } from '../../messages/notify.ts'

/** Pace of many invitations: a mail server that is new to a sender refuses more. */
const PER_MINUTE = 300

interface Invitation {
  readonly user_id: string
  readonly reset_id: string
  readonly token_hash: string
  readonly message_id: string
  readonly send_after: string
  readonly expires_at: string
}

/** The link that a person was invited by stops working. */
export const endInvitation = (tx: Queryable, companyId: string, userId: string, now: Date) =>
  tx.execute(sql`update password_resets set used_at = ${now} where company_id = ${companyId} and user_id = ${userId} and used_at is null`)

/**
 * Queues an invitation for each of these people: a link to set the first password, and its mail. An earlier link stops working. Beyond some
 * hundred, the mails are spread over time; `after` is how many of the same batch went before. Quiet hours hold them unless `isAwaited`.
 */
export async function invite(
  tx: Queryable,
  vault: Vault,
  companyId: string,
  userIds: readonly string[],
  now: Date,
  { after = 0, isAwaited = false }: { after?: number; isAwaited?: boolean } = {},
): Promise<void> {
  if (userIds.length === 0) return
  const invitations = userIds.map((user_id, index): Invitation => {
    const reset_id = newId(now)
    const at = now.getTime() + Math.floor((after + index) / PER_MINUTE) * MINUTE_MS
    return {
      user_id,
      reset_id,
      token_hash: hashToken(vault.deriveToken('reset', reset_id)).toString('hex'),
      message_id: newId(now),
      send_after: new Date(at).toISOString(),
      expires_at: new Date(at + INVITATION_DAYS * DAY_MS).toISOString(),
    }
  })
  await rows(
    tx,
    {},
    sql`with invited as (
        select * from json_to_recordset(${JSON.stringify(invitations)}::json) as x (user_id uuid, reset_id uuid,
          token_hash text, message_id uuid, send_after timestamptz, expires_at timestamptz)
      ), ended as (
        update password_resets pr set used_at = ${now} from invited
        where pr.company_id = ${companyId} and pr.user_id = invited.user_id and pr.kind = 'invitation'
          and pr.used_at is null
      ), mailed as (
        update users u set invited_at = ${now} from invited where u.company_id = ${companyId} and u.id = invited.user_id
      ), linked as (
        insert into password_resets (company_id, id, user_id, token_hash, created_at, expires_at, kind)
        select ${companyId}, reset_id, user_id, decode(token_hash, 'hex'), ${now}, expires_at, 'invitation' from invited
        returning id
      )
      ${messageFrom(sql`invited where (select count(*) from linked) > 0`, {
        company_id: sql`${companyId}::uuid`,
        id: sql`message_id`,
        kind: isAwaited ? 'invitation_asked' : 'invitation',
        user_id: sql`user_id`,
        reset_id: sql`reset_id`,
        send_after: sql`send_after`,
        created_at: sql`${now}::timestamptz`,
      })}`,
  )
}
