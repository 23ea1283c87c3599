import { type Locale, toLocale } from '@reflet/contract/common'
import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '../../../db/index.ts'
import { hashToken } from '../../../platform/crypto.ts'
import { Problem } from '../../../platform/errors.ts'

interface AddressChange {
  company_id: string
  id: string
  user_id: string
  email: string
  new_email: string
  company: string
  locale: Locale
  /** From the mailbox that this link was sent to. */
  confirmed: boolean
}

/** A change of address by the link of one mailbox. @throws gone when it is unknown, done, refused or too old */
export async function getAddressChange(db: Queryable, token: string, now: Date): Promise<AddressChange> {
  const hash = hashToken(token)
  const [row] = await rows<AddressChange>(
    db,
    sql`select ec.company_id, ec.id, ec.user_id, u.email, ec.new_email, c.name as company, u.locale,
        case when ec.old_token_hash = ${hash} then ec.old_confirmed_at
          else ec.new_confirmed_at end is not null as confirmed
      from email_changes ec join users u on u.company_id = ec.company_id and u.id = ec.user_id
        and u.deactivated_at is null
      join companies c on c.company_id = ec.company_id and c.suspended_at is null
      where (ec.old_token_hash = ${hash} or ec.new_token_hash = ${hash}) and ec.expires_at > ${now}`,
  )
  if (!row) throw new Problem('gone')
  return { ...row, locale: toLocale(row.locale) }
}
