import { type Locale, toLocale } from '@reflet/contract/common'
import { type Queryable, type RowOf, rows, sql, t } from '../../../db/index.ts'
import { hashToken } from '../../../platform/crypto.ts'
import { Problem } from '../../../platform/errors.ts'

const addressChangeRow = {
  company_id: t.uuid,
  id: t.uuid,
  user_id: t.uuid,
  /** The address now, or the one before the change. */
  email: t.text,
  new_email: t.text,
  company: t.text,
  locale: t.oneOf<Locale>(),
}

/** A change that waits for the new mailbox. */
const pendingChangeRow = {
  ...addressChangeRow,
  is: t.oneOf<'pending'>(),
  /** The mailbox that this link was sent to; the previous release asked both. */
  mailbox: t.oneOf<'old' | 'new'>(),
  confirmed: t.bool,
}
export type PendingChange = RowOf<typeof pendingChangeRow>

/** A change that was made, by the link of the mailbox of before. */
const restorableChangeRow = { ...addressChangeRow, is: t.oneOf<'changed'>(), changed_at: t.time }
export type RestorableChange = RowOf<typeof restorableChangeRow>

const about = sql`u.locale, c.name as company`

/** A change of address by the link of one mailbox. @throws gone when it is unknown, refused, confirmed from the mailbox of before, or too old */
export async function findAddressChange(db: Queryable, token: string, now: Date): Promise<PendingChange | RestorableChange> {
  const hash = hashToken(token)
  const [pending] = await rows(
    db,
    pendingChangeRow,
    sql`select 'pending' as is, ec.company_id, ec.id, ec.user_id, u.email, ec.new_email, ${about},
        case when ec.old_token_hash = ${hash} then 'old' else 'new' end as mailbox,
        case when ec.old_token_hash = ${hash} then ec.old_confirmed_at is not null else false end as confirmed
      from email_changes ec join users u on u.company_id = ec.company_id and u.id = ec.user_id
        and u.deactivated_at is null
      join companies c on c.company_id = ec.company_id and c.suspended_at is null
      where (ec.old_token_hash = ${hash} or ec.new_token_hash = ${hash}) and ec.expires_at > ${now}`,
  )
  if (pending) return { ...pending, locale: toLocale(pending.locale) }
  const [changed] = await rows(
    db,
    restorableChangeRow,
    sql`select 'changed' as is, fa.company_id, fa.id, fa.user_id, fa.email, fa.new_email, fa.changed_at, ${about}
      from former_addresses fa join users u on u.company_id = fa.company_id and u.id = fa.user_id
      join companies c on c.company_id = fa.company_id and c.suspended_at is null
      where fa.token_hash = ${hash} and fa.confirmed_at is null and fa.expires_at > ${now}`,
  )
  if (!changed) throw new Problem('gone')
  return { ...changed, locale: toLocale(changed.locale) }
}

/** What the page of the link shows. @throws gone */
export async function getAddressChange(db: Queryable, token: string, now: Date) {
  const change = await findAddressChange(db, token, now)
  const { email, new_email, company, locale } = change
  const changed = change.is === 'changed'
  return { email, new_email, company, locale, confirmed: !changed && change.confirmed, done: false, changed }
}
