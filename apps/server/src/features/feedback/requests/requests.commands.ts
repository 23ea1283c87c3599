import type { Locale } from '@reflet/contract/common'
import type { CreateRequestBody, SentRequest } from '@reflet/contract/feedback'
import { lacksColleagues, MAX_DUE_DAYS, UNDO_SECONDS } from '@reflet/contract/feedback'
import type { Relation } from '@reflet/contract/groups'
import { sql } from 'drizzle-orm'
import { statement, violates } from '../../../db/index.ts'
import { hashToken } from '../../../platform/crypto.ts'
import { notFound, Problem } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { countOutside } from '../../../platform/outside.ts'
import { lockViewer, toViewer, type Viewer } from '../../../platform/session.ts'
import { askedOf } from './asked.policy.ts'
import { type Known, type PersonRow, relationTo, selectKnown } from './known.queries.ts'
import { getRequest, type SentFeedbackRow, toSentRequest } from './requests.queries.ts'

const DAY_MS = 86_400_000

const p = sql.placeholder

/** Outsiders: known ones keep their id. Their names stay with this request. */
const GUESTS = sql`, guest as (
    insert into guests (company_id, id, email, locale, created_at)
    select r.company_id, w.guest_id, w.email, w.locale, r.created_at from request r, wanted w where w.guest_id is not null
    on conflict (company_id, email) do update set email = excluded.email
    returning id, email, stopped_at
  )`

/** The request and all that follows from it (groups, feedbacks, news, mails), in one statement; a leaner one without outsiders. */
const insertStatement = (name: string, withGuests: boolean) =>
  statement<
    object,
    {
      company_id: string
      now: Date
      request: string
      recipients: string
      feedbacks: string
      context: Buffer | null
      message: Buffer | null
      send_after: Date
    }
  >(
    name,
    sql`with request as (
      insert into requests (company_id, id, requester_id, confidential, sealed_context, sealed_message, due_at, expires_at, idempotency_key, content_hash, asked_colleagues, asked_outsiders, created_at)
      select ${p('company_id')}::uuid, x.id, x.requester_id, x.confidential, ${p('context')}::bytea, ${p('message')}::bytea,
        x.due_at, x.expires_at, x.idempotency_key, decode(x.content_hash, 'base64'), x.asked_colleagues, x.asked_outsiders, ${p('now')}::timestamptz
      from json_to_record(${p('request')}::json) as x (id uuid, requester_id uuid, confidential boolean, due_at timestamptz, expires_at timestamptz, idempotency_key text, content_hash text,
        asked_colleagues int, asked_outsiders int)
      returning company_id, id, requester_id, confidential, expires_at, created_at
    ), wanted as (
      select * from json_to_recordset(${p('recipients')}::json) as x (id uuid, user_id uuid, guest_id uuid, email text, first_name text, last_name text,
        locale text, relation text, token_hash text, news_id uuid, mail_id uuid)
    )${withGuests ? GUESTS : sql``}, ${withGuests ? sql`known as (select w.*, g.id as known_id, g.stopped_at from wanted w left join guest g on g.email = w.email and w.guest_id is not null)` : sql`known as (select w.*, null::uuid as known_id, null::timestamptz as stopped_at from wanted w)`}, recipient as (
      insert into recipients (company_id, id, request_id, user_id, guest_id, ${withGuests ? sql`first_name, last_name, locale, ` : sql``}relation, token_hash, counts_until, created_at)
      select r.company_id, k.id, r.id, k.user_id, k.known_id, ${withGuests ? sql`k.first_name, k.last_name, k.locale, ` : sql``}k.relation, decode(k.token_hash, 'base64'),
        case when r.confidential then r.expires_at end, r.created_at from request r, known k
    ), feedback as (
      insert into feedbacks (company_id, id, request_id, recipient_id, receiver_id, giver_id, skill_id, confidential, relation, status, created_at)
      select r.company_id, x.id, r.id, x.recipient_id, r.requester_id, x.user_id, x.skill_id, r.confidential, x.relation, 'pending', r.created_at
      from request r, json_to_recordset(${p('feedbacks')}::json) as x (id uuid, recipient_id uuid, user_id uuid, skill_id uuid, relation text)
    ), news as (
      insert into newsfeed (company_id, id, user_id, kind, actor_id, request_id, created_at)
      select r.company_id, w.news_id, w.user_id, 'request_received', r.requester_id, r.id, r.created_at from request r, wanted w where w.user_id is not null
    )
    insert into outbox (company_id, id, kind, user_id, guest_id, recipient_id, send_after, created_at)
    select r.company_id, k.mail_id, case when k.user_id is null then 'guest_request' else 'request' end, k.user_id, k.known_id, k.id, ${p('send_after')}::timestamptz, r.created_at
    from request r, known k where k.stopped_at is null`,
  )

const insertRequest = insertStatement('request_insert', true)
const insertAmongColleagues = insertStatement('request_insert_colleagues', false)

/** @throws due_in_past, due_too_far, confidential_needs_more_people */
function checkRules(body: CreateRequestBody, recipients: readonly Target[], viewer: Viewer, now: Date) {
  if (body.due_at) {
    const due = new Date(body.due_at)
    if (due <= now) throw new Problem('due_in_past')
    if (due.getTime() > now.getTime() + MAX_DUE_DAYS * DAY_MS) throw new Problem('due_too_far')
  }
  if (lacksColleagues(recipients, body.confidential, viewer.threshold)) throw new Problem('confidential_needs_more_people')
}

interface Target extends Partial<PersonRow> {
  user_id: string | null
  email: string
  locale: Locale
  relation: Relation
  /** An outsider who wants no mails. */
  stopped?: boolean
}

/** Who is meant: an address of a colleague is that colleague; each person once, in the order given. */
function targetsOf(body: CreateRequestBody, known: Known, viewer: Viewer): Target[] {
  const users = known.colleagues.users ?? []
  const targets = new Map<string, Target>()
  for (const recipient of body.recipients) {
    const user = users.find((one) => ('user_id' in recipient ? one.id === recipient.user_id.toLowerCase() : one.email === recipient.email))
    if (user) targets.set(user.id, { ...user, user_id: user.id, locale: viewer.locale, relation: relationTo(known, user.id, user.email) })
    else if ('email' in recipient) {
      const guest = known.guests?.find((one) => one.email === recipient.email)
      targets.set(recipient.email, {
        user_id: null,
        email: recipient.email,
        first_name: recipient.first_name || guest?.first_name || '',
        last_name: recipient.last_name || guest?.last_name || '',
        locale: recipient.locale ?? viewer.locale,
        stopped: guest?.stopped ?? false,
        relation: relationTo(known, null, recipient.email),
      })
    } else throw notFound()
  }
  if (targets.has(viewer.userId)) throw new Problem('cannot_ask_yourself')
  return [...targets.values()]
}

/**
 * Asks people for feedback. Named or confidential is frozen with it; the mails leave after the time to undo.
 * The same idempotency key sends once and answers with what was sent.
 * @throws unauthenticated; not_found for a skill or colleague that is not of the company; cannot_ask_yourself; due_in_past; due_too_far;
 *   confidential_needs_more_people; idempotency_key_reused when the key came before with another content; slow_down after as many
 *   mails to outsiders on one day as one employee or the company may cause
 */
export async function createRequest(platform: Platform, tokenHash: Buffer, body: CreateRequestBody): Promise<SentRequest> {
  const now = platform.clock()
  const { idempotency_key, ...content } = body
  const contentHash = platform.vault.fingerprint(JSON.stringify(content)).toString('base64')
  const [known] = await selectKnown(platform.db, {
    token_hash: tokenHash,
    now,
    skill_ids: body.skill_ids,
    user_ids: body.recipients.flatMap((recipient) => ('user_id' in recipient ? [recipient.user_id] : [])),
    emails: body.recipients.flatMap((recipient) => ('email' in recipient ? [recipient.email] : [])),
    key: idempotency_key,
  })
  if (!known) throw new Problem('unauthenticated')
  const viewer = await toViewer(platform, known)
  if (known.sent) return sentBefore(platform, viewer, known.sent, contentHash)
  const skills = body.skill_ids.map((id) => known.skills?.find((skill) => skill.id === id.toLowerCase()) ?? null)
  if (skills.includes(null)) throw notFound()
  const targets = targetsOf(body, known, viewer)
  checkRules(body, targets, viewer, now)

  const due = body.due_at ? new Date(body.due_at) : null
  const requestId = newId(now)
  const expiresAt = new Date(Math.max(now.getTime() + known.expiry_days * DAY_MS, due?.getTime() ?? 0))
  const recipients = targets.map((target) => ({ ...target, recipient_id: newId(now) }))
  const relations = new Map(recipients.map((target) => [target.recipient_id, target.relation]))
  const feedbacks: SentFeedbackRow[] = recipients.flatMap((target) =>
    skills.flatMap((skill) =>
      skill
        ? [
            {
              id: newId(now),
              skill_id: skill.id,
              catalogue_key: skill.catalogue_key,
              names: skill.names,
              status: 'pending' as const,
              released: false,
              sealed_reason: null,
              recipient_id: target.recipient_id,
              user_id: target.user_id,
              guest_id: target.user_id ? null : target.recipient_id,
              email: target.email,
              first_name: target.first_name ?? '',
              last_name: target.last_name ?? '',
              avatar_url: target.avatar_url ?? null,
              ...(target.user_id === null && { locale: target.locale, stopped: target.stopped }),
            },
          ]
        : [],
    ),
  )
  const sendAfter = new Date(now.getTime() + UNDO_SECONDS * 1000)
  const sealed = {
    sealed_context: viewer.seal.seal(body.context, 'requests.sealed_context', requestId),
    sealed_message: viewer.seal.seal(body.message, 'requests.sealed_message', requestId),
  }
  try {
    await insertAll(platform, viewer, recipients, {
      company_id: viewer.companyId,
      now,
      context: sealed.sealed_context,
      message: sealed.sealed_message,
      send_after: sendAfter,
      request: JSON.stringify({
        id: requestId,
        requester_id: viewer.userId,
        confidential: body.confidential,
        due_at: due,
        expires_at: expiresAt,
        idempotency_key,
        content_hash: contentHash,
        ...(body.confidential && askedOf(recipients)),
      }),
      recipients: JSON.stringify(
        recipients.map((target) => ({
          id: target.recipient_id,
          user_id: target.user_id,
          email: target.email,
          relation: target.relation,
          news_id: newId(now),
          mail_id: newId(now),
          ...(!target.user_id && {
            guest_id: newId(now),
            first_name: target.first_name,
            last_name: target.last_name,
            locale: target.locale,
            token_hash: hashToken(platform.vault.deriveToken('guest', target.recipient_id)).toString('base64'),
          }),
        })),
      ),
      feedbacks: JSON.stringify(
        feedbacks.map(({ id, recipient_id, user_id, skill_id }) => ({
          id,
          recipient_id,
          user_id,
          skill_id,
          relation: relations.get(recipient_id),
        })),
      ),
    })
  } catch (error) {
    // The same key, posted twice at once: the other one was first.
    if (violates(error, 'requests_once')) return createRequest(platform, tokenHash, body)
    throw error
  }
  platform.wake(sendAfter)
  const row = {
    id: requestId,
    confidential: body.confidential,
    kind: 'asked' as const,
    ...sealed,
    created_at: now.toISOString(),
    due_at: due?.toISOString() ?? null,
    expires_at: expiresAt.toISOString(),
    cancelled_at: null,
    feedbacks,
  }
  return toSentRequest(row, { platform, ...viewer })
}

/** A statement of its own among colleagues; with outsiders their mails of the day are counted with it. */
async function insertAll(
  platform: Platform,
  viewer: Viewer,
  targets: readonly Target[],
  values: Parameters<typeof insertRequest>[1],
): Promise<unknown> {
  const outsiders = targets.filter((target) => target.user_id === null)
  if (outsiders.length === 0) return insertAmongColleagues(platform.db, values)
  return platform.db.transaction(async (tx) => {
    await lockViewer(tx, viewer)
    await countOutside(tx, viewer, outsiders.filter(({ stopped }) => !stopped).length, values.now)
    await insertRequest(tx, values)
  })
}

async function sentBefore(platform: Platform, viewer: Viewer, sent: { id: string; content_hash: string }, contentHash: string) {
  if (sent.content_hash !== contentHash) throw new Problem('idempotency_key_reused')
  return getRequest(platform.db, platform, viewer, sent.id)
}

/**
 * Cancels what is still pending; answers that were given stay. Cancelling again changes nothing.
 * @throws not_found
 */
export async function cancelRequest(platform: Platform, viewer: Viewer, id: string): Promise<SentRequest> {
  const now = platform.clock()
  return platform.db.transaction(async (tx) => {
    await getRequest(tx, platform, viewer, id)
    await tx.execute(
      sql`update requests set cancelled_at = coalesce(cancelled_at, ${now}) where company_id = ${viewer.companyId} and id = ${id}`,
    )
    // Load: it falls for all of them alike, answered or not.
    await tx.execute(
      sql`update recipients set counts_until = null where company_id = ${viewer.companyId} and request_id = ${id} and counts_until is not null`,
    )
    await tx.execute(
      sql`update feedbacks set status = 'cancelled' where company_id = ${viewer.companyId} and request_id = ${id} and status = 'pending'`,
    )
    await tx.execute(sql`delete from newsfeed where company_id = ${viewer.companyId} and request_id = ${id} and kind = 'request_received'`)
    return getRequest(tx, platform, viewer, id)
  })
}
