import { DAY_MS } from '@reflet/contract/durations'
import { newId } from '../apps/server/src/platform/ids.ts'
import { type Bare, Refused, type Row, read, run, skillName } from './bare-database.ts'

/** Everything that a new request refers to. */
const KNOWN = `select
    (select json_agg(json_build_array(k.id, k.catalogue_key, k.names)) from skills k
      where k.company_id = $1 and k.id = any($3::uuid[]) and k.retired_at is null) as skills,
    (select json_agg(json_build_array(o.id, o.email, o.first_name, o.last_name, o.avatar_url)) from users o
      where o.company_id = $1 and o.id = any($4::uuid[]) and o.deactivated_at is null) as users,
    (select json_agg(json_build_array(o.id, x.relation) order by x.contact_user_id is not distinct from o.id) from users o
      join contacts x on x.company_id = o.company_id and x.user_id = $2 and (x.contact_user_id = o.id or x.email = o.email)
      where o.company_id = $1 and o.id = any($4::uuid[]) and x.relation <> 'outside') as contacts,
    (select encode(r.content_hash, 'base64') from requests r
      where r.company_id = $1 and r.requester_id = $2 and r.idempotency_key = $5) as sent`

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

export async function send(bare: Bare, viewer: Row, now: Date, { idempotency_key, ...body }: Row) {
  const people: string[] = body.recipients.map((recipient: { user_id: string }) => recipient.user_id)
  const known = await read(bare, 'known', KNOWN, [viewer.company_id, viewer.user_id, body.skill_ids, people, idempotency_key])
  const hash = bare.vault.fingerprint(JSON.stringify(body))
  if (known.sent) throw new Refused(409, known.sent === hash.toString('base64') ? 'sent_before' : 'idempotency_key_reused')
  const due = body.due_at ? new Date(body.due_at) : null
  if (due && (due <= now || due.getTime() > now.getTime() + 180 * DAY_MS)) throw new Refused(422, 'due')
  if (body.confidential && people.length < viewer.confidentiality_threshold) throw new Refused(422, 'confidential_needs_more_people')
  const wantedSkills = body.skill_ids.map((id: string) => known.skills?.find(([known]: Row[]) => known === id))
  const wanted = people.map((id) => known.users?.find(([known]: Row[]) => known === id))
  if (wantedSkills.includes(undefined) || wanted.includes(undefined)) throw new Refused(404, 'not_found')
  if (people.includes(viewer.user_id)) throw new Refused(422, 'cannot_ask_yourself')

  // A contact by id is after one by address, and prevails.
  const said = new Map<string, string>(known.contacts ?? [])
  const relationTo = (id: string) => said.get(id) ?? 'coworker'
  const { seal } = bare.vault.sealOf(viewer.company_id, viewer.wrapped_key)
  const [context, message] = [body.context || null, body.message || null]
  const id = newId(now)
  const expires = new Date(Math.max(now.getTime() + viewer.expiry_days * DAY_MS, due?.getTime() ?? 0))
  const recipients = people.map(() => newId(now))
  const feedbacks = wanted.flatMap(([user, email, first_name, last_name, avatar_url], place) =>
    wantedSkills.map(([skill, key, names]: Row[]) => ({
      id: newId(now),
      skill: { id: skill, name: skillName(key, names, viewer.locale) },
      recipient: { id: recipients[place], user_id: user, email, first_name, last_name, avatar_url },
      status: body.confidential ? null : 'pending',
      withdrawn: false,
      reason: null,
    })),
  )
  const leaves = new Date(now.getTime() + 10_000)
  await run(bare, 'send', SEND, [
    viewer.company_id,
    id,
    viewer.user_id,
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
    leaves,
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
    skills: wantedSkills.map(([skill, key, names]: Row[]) => ({ id: skill, name: skillName(key, names, viewer.locale) })),
    feedbacks,
    counts: { recipients: people.length, answered: body.confidential ? null : 0 },
    can_remind_from: new Date(leaves.getTime() + DAY_MS).toISOString(),
    can: { remind: false, cancel: true },
  }
}
