import { type Sql, sql, type Value } from '../../../db/index.ts'
import { hashToken, type Vault } from '../../../platform/crypto.ts'
import { messageFrom, newsFrom } from '../../messages/notify.ts'

/**
 * The people asked with their pending feedbacks and news items: the parts `recipient`, `feedback` and `news_of_request` of a statement's `with`.
 * @param from a relation with a row for each person: `company_id`, `owner_id`, `confidential` and `request_id` of the request, `id` of the recipient, `user_id`
 *   or `guest_id`, `first_name`, `last_name`, `locale`, `relation`, `token_hash` (base64), `counts_until`, `news_id`; `mail_id` of `mailAsked`, `copy_hash` of `insertCopied`
 * @param feedbacks JSON of `{id, recipient_id, skill_id}`
 */
export const insertAsked = ({ from, feedbacks, now }: { from: Sql; feedbacks: Value; now: Value }) => sql`recipient as (
      insert into recipients (company_id, id, request_id, user_id, guest_id, first_name, last_name, locale,
        relation, token_hash, counts_until, created_at)
      select company_id, id, request_id, user_id, guest_id, first_name, last_name, locale, relation,
        decode(token_hash, 'base64'), counts_until, ${now}::timestamptz
      from ${from}
    ), feedback as (
      insert into feedbacks (company_id, id, request_id, recipient_id, receiver_id, giver_id, skill_id, confidential,
        relation, status, created_at)
      select person.company_id, x.id, person.request_id, person.id, person.owner_id, person.user_id, x.skill_id,
        person.confidential, person.relation, 'pending', ${now}::timestamptz
      from json_to_recordset(${feedbacks}::json) as x (id uuid, recipient_id uuid, skill_id uuid)
      join ${from} person on person.id = x.recipient_id
    ), news_of_request as (
      ${newsFrom(sql`${from} where user_id is not null`, {
        company_id: sql`company_id`,
        id: sql`news_id`,
        user_id: sql`user_id`,
        kind: 'request_received',
        actor_id: sql`owner_id`,
        request_id: sql`request_id`,
        created_at: sql`${now}::timestamptz`,
      })}
    )`

/** Part of a `with`: the links that the requester may copy, of a relation as for `insertAsked`; on a confidential request there is none. */
export const insertCopied = ({ from }: { from: Sql }) => sql`insert into links (token_hash, company_id, kind, subject_id, copied)
  select decode(copy_hash, 'base64'), company_id, 'guest', id, true from ${from} where copy_hash is not null`

/** The token hashes of a guest's two links. */
export const linkHashes = (vault: Vault, recipientId: string, confidential: boolean) => ({
  token_hash: hashToken(vault.deriveToken('guest', recipientId)).toString('base64'),
  ...(!confidential && { copy_hash: hashToken(vault.deriveToken('guest_copy', recipientId)).toString('base64') }),
})

/** A statement, or part of a `with`: the mails to the people asked, of a relation as for `insertAsked`. */
export const mailAsked = ({ from, sendAfter, now }: { from: Sql; sendAfter: Value; now: Value }) =>
  messageFrom(from, {
    company_id: sql`company_id`,
    id: sql`mail_id`,
    kind: sql`case when user_id is null then 'guest_request' else 'request' end`,
    user_id: sql`user_id`,
    guest_id: sql`guest_id`,
    recipient_id: sql`id`,
    send_after: sql`${sendAfter}::timestamptz`,
    created_at: sql`${now}::timestamptz`,
  })
