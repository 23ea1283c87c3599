import type { CreateRequestBody, SentRequest } from '@reflet/contract/feedback'
import { type Params, query, sql, violates } from '../../../db/index.ts'
import { Problem } from '../../../platform/errors.ts'
import { madeBefore, onceOf } from '../../../platform/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { lockViewer, type Viewer } from '../../../platform/session.ts'
import { guestsFrom } from '../../guests/guests.ts'
import { countOutside } from '../../guests/mail-limit.ts'
import { insertAsked, insertCopied, linkHashes, mailAsked } from './asked.commands.ts'
import { askedOf } from './asked.policy.ts'
import { selectKnown } from './request-context.queries.ts'
import { type PlannedFeedback, type PlannedRecipient, planRequest, type RequestPlan } from './request-plan.ts'
import { getRequest, REMIND_EVERY_MS, type SentFeedbackRow, toSentRequest } from './requests.queries.ts'

interface InsertValues {
  company_id: string
  now: Date
  request: string
  recipients: string
  feedbacks: string
  context: Buffer | null
  message: Buffer | null
  send_after: Date
}

/** External people: known ones keep their id. Their names are stored with this request. */
const GUESTS = {
  insert: sql`, guest as (
    ${guestsFrom(sql`select request.company_id, wanted.guest_id, wanted.email, wanted.locale, request.created_at
    from request, wanted where wanted.guest_id is not null`)}
    returning id, email, stopped_at
  ), copied as (
    ${insertCopied({ from: sql`(select request.company_id, wanted.id, wanted.copy_hash from request, wanted) one` })}
  )`,
  columns: sql`guest.id as guest_id, guest.stopped_at`,
  join: sql` left join guest on guest.email = wanted.email and wanted.guest_id is not null`,
}

const NO_GUESTS = { insert: sql.empty, columns: sql`null::uuid as guest_id, null::timestamptz as stopped_at`, join: sql.empty }

/**
 * The request with everything that depends on it (groups, feedbacks, news items, mails), in one statement; a shorter one without external
 * people. `request`, `wanted` (who was chosen), `guest` and `asked` (who is asked) are its parts.
 */
const insertStatement = (name: string, guests: typeof GUESTS) =>
  query(
    name,
    {},
    (v: Params<InsertValues>) => sql`with request as (
      insert into requests (company_id, id, requester_id, confidential, sealed_context, sealed_message, due_at,
        expires_at, idempotency_key, content_hash, asked_colleagues, asked_outsiders, asked_counting, created_at)
      select ${v.company_id}::uuid, x.id, x.requester_id, x.confidential, ${v.context}::bytea,
        ${v.message}::bytea, x.due_at, x.expires_at, x.idempotency_key, decode(x.content_hash, 'base64'),
        x.asked_colleagues, x.asked_outsiders, x.asked_counting, ${v.now}::timestamptz
      from json_to_record(${v.request}::json) as x (id uuid, requester_id uuid, confidential boolean,
        due_at timestamptz, expires_at timestamptz, idempotency_key text, content_hash text, asked_colleagues int,
        asked_outsiders int, asked_counting int)
      returning company_id, id, requester_id, confidential, expires_at, created_at
    ), wanted as (
      select * from json_to_recordset(${v.recipients}::json) as x (id uuid, user_id uuid, guest_id uuid, email text,
        first_name text, last_name text, locale text, relation text, token_hash text, copy_hash text, news_id uuid, mail_id uuid)
    )${guests.insert}, asked as (
      select request.company_id, request.id as request_id, request.requester_id as owner_id, request.confidential,
        case when request.confidential then request.expires_at end as counts_until, wanted.id, wanted.user_id,
        wanted.first_name, wanted.last_name, wanted.locale, wanted.relation, wanted.token_hash, wanted.news_id,
        wanted.mail_id, ${guests.columns}
      from request, wanted${guests.join}
    ), ${insertAsked({ from: sql`asked`, feedbacks: v.feedbacks, now: v.now })}
    ${mailAsked({ from: sql`asked where stopped_at is null`, sendAfter: v.send_after, now: v.now })}`,
  )

const insertRequest = insertStatement('request_insert', GUESTS)
const insertAmongColleagues = insertStatement('request_insert_colleagues', NO_GUESTS)

/**
 * Asks people for feedback. Named or confidential is fixed on creation; the mails are sent after the undo window. Idempotent: the same key
 * sends once and returns what was sent.
 * @throws unauthenticated; not_found for a skill or colleague that is not of the company; person_deactivated for a former colleague's address; cannot_ask_yourself; due_in_past; due_too_far;
 *   confidential_needs_more_people; idempotency_key_reused when the key was used with other content; slow_down when the employee's or the
 *   company's daily limit of mails to external people is reached
 */
export async function createRequest(platform: Platform, viewer: Viewer, body: CreateRequestBody): Promise<SentRequest> {
  const now = platform.clock()
  const once = onceOf(platform.vault, body)
  const [known] = await selectKnown(platform.db, {
    company_id: viewer.companyId,
    user_id: viewer.userId,
    skill_ids: body.skill_ids,
    user_ids: body.recipients.flatMap((recipient) => ('user_id' in recipient ? [recipient.user_id] : [])),
    emails: body.recipients.flatMap((recipient) => ('email' in recipient ? [recipient.email] : [])),
    key: once.key,
    now,
  })
  // Race: the account was deleted meanwhile.
  if (!known) throw new Problem('unauthenticated')
  const sent = madeBefore(known.sent, once.hash)
  if (sent) return getRequest(platform.db, platform, viewer, sent.id)
  const plan = planRequest({ body, known, viewer, now, newId: () => newId(now) })
  const sealed = {
    sealed_context: viewer.seal.seal(body.context, 'requests.sealed_context', plan.id),
    sealed_message: viewer.seal.seal(body.message, 'requests.sealed_message', plan.id),
  }
  try {
    await insertAll(platform, viewer, plan, {
      company_id: viewer.companyId,
      now,
      context: sealed.sealed_context,
      message: sealed.sealed_message,
      send_after: plan.send_after,
      request: JSON.stringify({
        id: plan.id,
        requester_id: viewer.userId,
        confidential: body.confidential,
        due_at: plan.due_at,
        expires_at: plan.expires_at,
        idempotency_key: once.key,
        content_hash: once.hash.toString('base64'),
        ...(body.confidential && askedOf(plan.recipients)),
      }),
      recipients: JSON.stringify(plan.recipients.map((recipient) => recipientValues(platform, recipient, body.confidential))),
      feedbacks: JSON.stringify(plan.feedbacks.map(({ id, skill, recipient }) => ({ id, recipient_id: recipient.id, skill_id: skill.id }))),
    })
  } catch (error) {
    // Race: a concurrent call with the same key was first.
    if (violates(error, 'requests_once')) return createRequest(platform, viewer, body)
    throw error
  }
  platform.wake(plan.send_after)
  const row = {
    id: plan.id,
    confidential: body.confidential,
    kind: 'asked' as const,
    ...sealed,
    created_at: now.toISOString(),
    due_at: plan.due_at?.toISOString() ?? null,
    expires_at: plan.expires_at.toISOString(),
    cancelled_at: null,
    feedbacks: plan.feedbacks.map((feedback) => sentFeedback(feedback, plan, body.confidential)),
  }
  return toSentRequest(row, { platform, ...viewer })
}

const recipientValues = (
  platform: Platform,
  { id, user_id, guest_id, email, relation, news_id, mail_id, ...one }: PlannedRecipient,
  confidential: boolean,
) => ({
  id,
  user_id,
  email,
  relation,
  news_id,
  mail_id,
  ...(guest_id && {
    guest_id,
    first_name: one.first_name,
    last_name: one.last_name,
    locale: one.locale,
    ...linkHashes(platform.vault, id, confidential),
  }),
})

/** A planned feedback as `toSentRequest` expects it from the database. */
const sentFeedback = ({ id, skill, recipient }: PlannedFeedback, { send_after }: RequestPlan, confidential: boolean): SentFeedbackRow => ({
  id,
  skill_id: skill.id,
  catalogue_key: skill.catalogue_key,
  names: skill.names,
  status: 'pending',
  withdrawn: false,
  released: false,
  sealed_reason: null,
  remindable_from: new Date(send_after.getTime() + REMIND_EVERY_MS).toISOString(),
  recipient_id: recipient.id,
  user_id: recipient.user_id,
  guest_id: recipient.guest_id,
  copied: recipient.guest_id !== null && !confidential,
  email: recipient.email,
  first_name: recipient.first_name,
  last_name: recipient.last_name,
  avatar_url: recipient.avatar_url,
  ...(recipient.guest_id && { locale: recipient.locale, stopped: recipient.stopped }),
})

/** Among colleagues a single statement; with external people in a transaction that also counts their mails of the day. */
async function insertAll(platform: Platform, viewer: Viewer, { recipients }: RequestPlan, values: InsertValues): Promise<unknown> {
  const outsiders = recipients.filter((target) => target.user_id === null)
  if (outsiders.length === 0) return insertAmongColleagues(platform.db, values)
  return platform.db.transaction(async (tx) => {
    await lockViewer(tx, viewer)
    await countOutside(tx, viewer, outsiders.filter(({ stopped }) => !stopped).length, values.now)
    await insertRequest(tx, values)
  })
}

/**
 * Cancels what is still pending; given answers stay. Idempotent.
 * @throws not_found
 */
export async function cancelRequest(platform: Platform, viewer: Viewer, id: string): Promise<SentRequest> {
  const now = platform.clock()
  return platform.db.transaction(async (tx) => {
    await getRequest(tx, platform, viewer, id)
    await tx.execute(sql`update requests set cancelled_at = coalesce(cancelled_at, ${now})
      where company_id = ${viewer.companyId} and id = ${id}`)
    // Load: it decreases for all of them alike, answered or not.
    await tx.execute(sql`update recipients set counts_until = null
      where company_id = ${viewer.companyId} and request_id = ${id} and counts_until is not null`)
    await tx.execute(sql`update feedbacks set status = 'cancelled'
      where company_id = ${viewer.companyId} and request_id = ${id} and status = 'pending'`)
    await tx.execute(sql`delete from newsfeed where company_id = ${viewer.companyId} and request_id = ${id} and kind = 'request_received'`)
    return getRequest(tx, platform, viewer, id)
  })
}
