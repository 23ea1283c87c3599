import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { NOTIFICATION_KINDS } from '@reflet/contract/people'
import { isGiven } from '@reflet/contract/quality'
import pg from 'pg'
import { TERMS_VERSION } from '../apps/server/src/features/legal/legal.queries.ts'
import { CATALOGUE } from '../apps/server/src/features/skills/skills.queries.ts'
import { hashToken, openVault, type SealedColumn, type Vault } from '../apps/server/src/platform/crypto.ts'
import { type Clock, newId } from '../apps/server/src/platform/ids.ts'

/**
 * The baseline: three calls of the product on bare `node:http` and `pg`, with the same checks, the same rows and the same
 * JSON in the fewest statements. It has nothing else: no framework, no schemas, no security headers, no limits, no log.
 * It keeps no session in memory either, so what is to be sealed needs a first statement that brings the company's key.
 */

/** What it stands on; the same as the product's, so that both can be held against each other. */
interface Bare {
  readonly pool: pg.Pool
  readonly vault: Vault
  readonly clock: Clock
}

/** Times as text: they are only printed again. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.TIMESTAMPTZ ? String : pg.types.getTypeParser(oid, format)),
}
const skills = new Map(CATALOGUE.map((skill) => [skill.key, skill]))

const DAY = 86_400_000
const HOUR = 3_600_000

class Refused extends Error {
  readonly status: number
  constructor(status: number, code: string) {
    super(code)
    this.status = status
  }
}

// biome-ignore lint/suspicious/noExplicitAny: rows of hand-written SQL
type Row = any
const run = async ({ pool }: Bare, name: string, text: string, values: unknown[]): Promise<Row> =>
  (await pool.query({ name: `bare_${name}`, text, values, types })).rows[0]

const iso = (value: string) => new Date(value).toISOString()
const isoOrNull = (value: string | null) => (value === null ? null : iso(value))
type Names = Record<string, string>
const inLocale = (texts: Names | null | undefined, locale: string) => texts?.[locale] ?? texts?.en ?? ''
const skillName = (key: string | null, names: Names | null, locale: string) => inLocale(key ? skills.get(key)?.name : names, locale)

const SESSION = `sessions s
  join users u on u.company_id = s.company_id and u.id = s.user_id
  join companies c on c.company_id = s.company_id
  where s.token_hash = $1 and s.used_at > $2::timestamptz - interval '30 days' and s.created_at > $2::timestamptz - interval '90 days'
    and u.deactivated_at is null`

/** The last use of a session, written down once an hour. */
async function touch(bare: Bare, row: { company_id: string; session_id: string; used_at: string }, now: Date) {
  if (now.getTime() - Date.parse(row.used_at) < HOUR) return
  await run(bare, 'touch', 'update sessions set used_at = $3 where company_id = $1 and id = $2', [row.company_id, row.session_id, now])
}

const RECORD = `select s.id as session_id, s.company_id, s.user_id, s.used_at, c.wrapped_key,
    u.email, u.first_name, u.last_name, u.job_title, u.department, u.avatar_url, u.locale, u.time_zone, u.role, u.is_onboarding_finished,
    u.is_onboarding_dashboard_finished, u.is_onboarding_answer_finished, u.is_onboarding_badge_finished,
    u.onboarding_step, u.terms_version, u.notifications, u.domoscio_student is not null as linked,
    c.name, c.code, c.badges_active, c.confidentiality_threshold, c.domoscio_host is not null as learning_platform,
    (select count(*)::int from feedbacks f where f.company_id = s.company_id and f.receiver_id = s.user_id
      and f.released_at is not null and f.read_at is null) as unread,
    (select count(*)::int from feedbacks f where f.company_id = s.company_id and f.giver_id = s.user_id and f.status = 'pending') as total,
    (select json_agg(json_build_array(p.id, r.id, r.confidential, encode(r.sealed_context, 'base64'), encode(r.sealed_message, 'base64'), r.created_at,
        r.due_at, r.kind, q.id, q.first_name, q.last_name, q.job_title, q.avatar_url, d.feedbacks) order by p.id desc)
      from (select f.recipient_id, json_agg(json_build_array(f.id, f.skill_id, k.catalogue_key, k.names) order by f.id) as feedbacks
        from feedbacks f join skills k on k.company_id = f.company_id and k.id = f.skill_id
        where f.company_id = s.company_id and f.giver_id = s.user_id and f.status = 'pending'
        group by f.recipient_id order by f.recipient_id desc limit 50) d
      join recipients p on p.company_id = s.company_id and p.id = d.recipient_id
      join requests r on r.company_id = p.company_id and r.id = p.request_id
      join users q on q.company_id = r.company_id and q.id = r.requester_id) as groups,
    (select json_agg(json_build_array(n.id, n.kind, n.read_at is not null, n.created_at, n.skill_id, n.request_id,
        n.feedback_id, n.award_id, n.coffee_id, n.recurrence_id, a.first_name, a.last_name, h.first_name, h.last_name) order by n.id desc)
      from (select * from newsfeed n where n.company_id = s.company_id and n.user_id = s.user_id order by n.id desc limit 20) n
      left join users a on a.company_id = n.company_id and a.id = n.actor_id
      left join guests h on h.company_id = n.company_id and h.id = n.guest_id) as news
  from ${SESSION}`

async function getUser(bare: Bare, tokenHash: Buffer, now: Date) {
  const row = await run(bare, 'record', RECORD, [tokenHash, now])
  if (!row) throw new Refused(401, 'unauthenticated')
  await touch(bare, row, now)
  const { open } = bare.vault.sealOf(row.company_id, row.wrapped_key)
  const unseal = (base64: string | null, column: SealedColumn, request: string) =>
    base64 === null ? null : open(Buffer.from(base64, 'base64'), column, request)
  return {
    user: {
      id: row.user_id,
      email: row.email,
      first_name: row.first_name,
      last_name: row.last_name,
      job_title: row.job_title,
      department: row.department,
      avatar_url: row.avatar_url,
      locale: row.locale,
      time_zone: row.time_zone,
      role: row.role,
      is_onboarding_finished: row.is_onboarding_finished,
      is_onboarding_dashboard_finished: row.is_onboarding_dashboard_finished,
      is_onboarding_answer_finished: row.is_onboarding_answer_finished,
      is_onboarding_badge_finished: row.is_onboarding_badge_finished,
      onboarding_step: row.onboarding_step,
      terms_version: TERMS_VERSION,
      is_terms_accepted: row.terms_version === TERMS_VERSION,
      is_learning_platform_linked: row.linked,
      notifications: Object.fromEntries(
        NOTIFICATION_KINDS.map((kind) => [
          kind,
          { email: row.notifications[kind]?.email !== false, push: row.notifications[kind]?.push !== false },
        ]),
      ),
      company: {
        id: row.company_id,
        name: row.name,
        code: row.code,
        badges_active: row.badges_active,
        confidentiality_threshold: row.confidentiality_threshold,
        learning_platform: row.learning_platform,
      },
    },
    feedbacks: {
      received: {
        groups: (row.groups ?? []).map(
          ([id, request, confidential, context, message, created, due, kind, user, first, last, job, avatar, feedbacks]: Row[]) => ({
            id,
            requester: { id: user, first_name: first, last_name: last, job_title: job, avatar_url: avatar },
            context: unseal(context, 'requests.sealed_context', request),
            message: unseal(message, 'requests.sealed_message', request),
            confidential,
            kind,
            created_at: iso(created),
            due_at: isoOrNull(due),
            feedbacks: feedbacks.map(([feedback, skill, key, names]: Row[]) => ({
              id: feedback,
              skill: { id: skill, name: skillName(key, names, row.locale) },
              status: 'pending',
            })),
          }),
        ),
        total: row.total,
      },
      unread_answers: row.unread,
    },
    gamification: {
      newsfeed: (row.news ?? []).map(
        ([id, kind, isRead, created, skill, request, feedback, award, coffee, recurrence, first, last, guestFirst, guestLast]: Row[]) => ({
          id,
          kind,
          is_read: isRead,
          created_at: kind === 'confidential_ready' ? null : iso(created),
          actor:
            first !== null
              ? { first_name: first, last_name: last }
              : guestFirst !== null
                ? { first_name: guestFirst, last_name: guestLast }
                : null,
          skill_id: skill,
          request_id: request,
          feedback_id: feedback,
          award_id: award,
          coffee_id: coffee,
          recurrence_id: recurrence,
        }),
      ),
    },
  }
}

/** Who calls and everything that a new request refers to. */
const KNOWN = `select s.id as session_id, s.company_id, s.user_id, s.used_at, c.wrapped_key, c.expiry_days, c.confidentiality_threshold, u.locale,
    (select json_agg(json_build_array(k.id, k.catalogue_key, k.names)) from skills k
      where k.company_id = s.company_id and k.id = any($3::uuid[]) and k.retired_at is null) as skills,
    (select json_agg(json_build_array(o.id, o.email, o.first_name, o.last_name, o.avatar_url)) from users o
      where o.company_id = s.company_id and o.id = any($4::uuid[]) and o.deactivated_at is null) as users,
    (select json_agg(json_build_array(h.member_user_id, h.relation)) from hierarchy_members h
      where h.company_id = s.company_id and h.user_id = s.user_id and h.member_user_id = any($4::uuid[])) as hierarchy,
    (select json_agg(json_build_array(x.contact_user_id, x.relation)) from contacts x
      where x.company_id = s.company_id and x.user_id = s.user_id and x.contact_user_id = any($4::uuid[])) as contacts,
    (select encode(r.content_hash, 'base64') from requests r
      where r.company_id = s.company_id and r.requester_id = s.user_id and r.idempotency_key = $5) as sent
  from ${SESSION}`

const SEND = `with request as (
    insert into requests (company_id, id, requester_id, confidential, sealed_context, sealed_message, due_at, expires_at, idempotency_key, content_hash, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  ), wanted as (
    select * from unnest($12::uuid[], $13::uuid[], $14::uuid[], $15::uuid[], $21::text[]) as x (id, user_id, news_id, mail_id, relation)
  ), recipient as (
    insert into recipients (company_id, id, request_id, user_id, relation, created_at) select $1, id, $2, user_id, relation, $11 from wanted
  ), feedback as (
    insert into feedbacks (company_id, id, request_id, recipient_id, receiver_id, giver_id, skill_id, confidential, relation, status, created_at)
    select $1, x.id, $2, x.recipient_id, $3, x.user_id, x.skill_id, $4, x.relation, 'pending', $11
    from unnest($16::uuid[], $17::uuid[], $18::uuid[], $19::uuid[], $22::text[]) as x (id, recipient_id, user_id, skill_id, relation)
  ), news as (
    insert into newsfeed (company_id, id, user_id, kind, actor_id, request_id, created_at) select $1, news_id, user_id, 'request_received', $3, $2, $11 from wanted
  )
  insert into outbox (company_id, id, kind, user_id, recipient_id, send_after, created_at) select $1, mail_id, 'request', user_id, id, $20, $11 from wanted`

async function send(bare: Bare, tokenHash: Buffer, now: Date, { idempotency_key, ...body }: Row) {
  const people: string[] = body.recipients.map((recipient: { user_id: string }) => recipient.user_id)
  const known = await run(bare, 'known', KNOWN, [tokenHash, now, body.skill_ids, people, idempotency_key])
  if (!known) throw new Refused(401, 'unauthenticated')
  await touch(bare, known, now)
  const hash = bare.vault.fingerprint(JSON.stringify(body))
  if (known.sent) throw new Refused(409, known.sent === hash.toString('base64') ? 'sent_before' : 'idempotency_key_reused')
  const due = body.due_at ? new Date(body.due_at) : null
  if (due && (due <= now || due.getTime() > now.getTime() + 180 * DAY)) throw new Refused(422, 'due')
  if (body.confidential && people.length < known.confidentiality_threshold) throw new Refused(422, 'confidential_needs_more_people')
  const wantedSkills = body.skill_ids.map((id: string) => known.skills?.find(([known]: Row[]) => known === id))
  const wanted = people.map((id) => known.users?.find(([known]: Row[]) => known === id))
  if (wantedSkills.includes(undefined) || wanted.includes(undefined)) throw new Refused(404, 'not_found')
  if (people.includes(known.user_id)) throw new Refused(422, 'cannot_ask_yourself')

  const said = new Map<string, string>([...(known.contacts ?? []), ...(known.hierarchy ?? [])])
  const relationTo = (id: string) => said.get(id) ?? 'coworker'
  const { seal } = bare.vault.sealOf(known.company_id, known.wrapped_key)
  const [context, message] = [body.context || null, body.message || null]
  const id = newId(now)
  const expires = new Date(Math.max(now.getTime() + known.expiry_days * DAY, due?.getTime() ?? 0))
  const recipients = people.map(() => newId(now))
  const feedbacks = wanted.flatMap(([user, email, first_name, last_name, avatar_url], place) =>
    wantedSkills.map(([skill, key, names]: Row[]) => ({
      id: newId(now),
      skill: { id: skill, name: skillName(key, names, known.locale) },
      recipient: { id: recipients[place], user_id: user, email, first_name, last_name, avatar_url },
      status: body.confidential ? null : 'pending',
      reason: null,
    })),
  )
  await run(bare, 'send', SEND, [
    known.company_id,
    id,
    known.user_id,
    body.confidential ?? false,
    seal(context, 'requests.sealed_context', id),
    seal(message, 'requests.sealed_message', id),
    due,
    expires,
    idempotency_key,
    hash,
    now,
    recipients,
    people,
    people.map(() => newId(now)),
    people.map(() => newId(now)),
    feedbacks.map((feedback) => feedback.id),
    feedbacks.map(({ recipient }) => recipient.id),
    feedbacks.map(({ recipient }) => recipient.user_id),
    feedbacks.map(({ skill }) => skill.id),
    new Date(now.getTime() + 10_000),
    people.map(relationTo),
    feedbacks.map(({ recipient }) => relationTo(recipient.user_id)),
  ])
  return {
    id,
    created_at: now.toISOString(),
    due_at: due?.toISOString() ?? null,
    expires_at: expires.toISOString(),
    cancelled_at: null,
    confidential: body.confidential ?? false,
    kind: 'asked',
    context,
    message,
    skills: wantedSkills.map(([skill, key, names]: Row[]) => ({ id: skill, name: skillName(key, names, known.locale) })),
    feedbacks,
    counts: { recipients: people.length, answered: body.confidential ? null : 0 },
    can: { remind: true, cancel: true },
  }
}

const VIEWER = `select s.id as session_id, s.company_id, s.user_id, s.used_at, c.wrapped_key, u.locale from ${SESSION}`

const ANSWER = `with changed as (
    update feedbacks f set status = 'answered', rating = $4, not_observed = $5, sealed_situation = $6, sealed_keep = $7, sealed_improve = $8,
      has_situation = $13, has_keep = $14, has_improve = $15, answered_at = $9, released_at = $9
    from requests r
    where f.company_id = $1 and f.id = $2 and f.giver_id = $3 and f.status = 'pending' and not f.confidential
      and r.company_id = f.company_id and r.id = f.request_id and r.expires_at > $9
    returning f.receiver_id, f.skill_id, f.request_id
  ), news as (
    insert into newsfeed (company_id, id, user_id, kind, actor_id, skill_id, request_id, feedback_id, created_at)
    select $1, $10, receiver_id, 'answer_received', $3, skill_id, request_id, $2, $9 from changed
  ), mail as (
    insert into outbox (company_id, id, kind, user_id, bundle_key, send_after, created_at)
    select $1, $11, 'answered', receiver_id, 'answered:' || receiver_id, $12, $9 from changed
    on conflict (company_id, bundle_key) where bundle_key is not null do nothing
  )
  select k.id, k.catalogue_key, k.names, k.descriptions from changed c join skills k on k.company_id = $1 and k.id = c.skill_id`

async function answer(bare: Bare, tokenHash: Buffer, now: Date, id: string, body: Row) {
  const { rating, not_observed = false } = body
  const [situation, keep, improve] = [body.situation || null, body.keep || null, body.improve || null]
  if (rating !== null && rating <= 2 && !situation && !improve) throw new Refused(422, 'comment_required')
  const viewer = await run(bare, 'viewer', VIEWER, [tokenHash, now])
  if (!viewer) throw new Refused(401, 'unauthenticated')
  await touch(bare, viewer, now)
  const { seal } = bare.vault.sealOf(viewer.company_id, viewer.wrapped_key)
  const skill = await run(bare, 'answer', ANSWER, [
    viewer.company_id,
    id,
    viewer.user_id,
    rating,
    not_observed,
    seal(situation, 'feedbacks.sealed_situation', id),
    seal(keep, 'feedbacks.sealed_keep', id),
    seal(improve, 'feedbacks.sealed_improve', id),
    now,
    newId(now),
    newId(now),
    new Date(now.getTime() + 120_000),
    isGiven(situation),
    isGiven(keep),
    isGiven(improve),
  ])
  if (!skill) throw new Refused(409, 'not_found_or_closed')
  const description = inLocale(skill.catalogue_key ? skills.get(skill.catalogue_key)?.description : skill.descriptions, viewer.locale)
  return {
    id,
    skill: { id: skill.id, name: skillName(skill.catalogue_key, skill.names, viewer.locale), description },
    status: 'answered',
    answer: { rating, not_observed, situation, keep, improve, answered_at: now.toISOString() },
    editable_until: new Date(now.getTime() + 24 * HOUR).toISOString(),
    thanks: null,
    can: { answer: false, edit: true, decline: false },
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

function bodyOf(request: IncomingMessage): Promise<Row> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      try {
        resolve(JSON.parse(Buffer.concat(chunks).toString()))
      } catch {
        reject(new Refused(400, 'invalid_input'))
      }
    })
  })
}

async function handle(bare: Bare, request: IncomingMessage): Promise<unknown> {
  const url = request.url ?? ''
  const token = /^Bearer ([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw new Refused(401, 'unauthenticated')
  const now = bare.clock()
  if (request.method === 'GET' && url === '/api/users/1') return getUser(bare, hashToken(token), now)
  if (request.method === 'POST' && url === '/api/feedbacks/requests') return send(bare, hashToken(token), now, await bodyOf(request))
  const id = request.method === 'POST' ? /^\/api\/feedbacks\/([^/]+)\/answer$/.exec(url)?.[1] : undefined
  if (id && UUID.test(id)) return answer(bare, hashToken(token), now, id, await bodyOf(request))
  throw new Refused(404, 'not_found')
}

const reply = (response: ServerResponse, status: number, body: unknown) => {
  const text = JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

/** The baseline server, listening nowhere yet. */
export const createBare = (bare: Bare) =>
  createServer((request, response) => {
    handle(bare, request).then(
      (body) => reply(response, 200, body),
      (error) => reply(response, error instanceof Refused ? error.status : 500, { code: error.message }),
    )
  })

if (import.meta.main) {
  createBare({
    pool: new pg.Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.DATABASE_POOL ?? 16) }),
    vault: openVault(Buffer.from(process.env.MASTER_KEY ?? '', 'base64')),
    clock: () => new Date(),
  }).listen(Number(process.env.PORT), '127.0.0.1')
}
