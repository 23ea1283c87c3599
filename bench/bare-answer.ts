import { HOUR_MS } from '@reflet/contract/durations'
import { isGiven } from '@reflet/contract/quality'
import { newId } from '../apps/server/src/platform/ids.ts'
import { type Bare, inLocale, Refused, type Row, run, skillName, skills } from './bare-database.ts'

const SAID = 'coalesce($16::text, f.relation)'
const ANSWER = `with changed as (
    update feedbacks f set status = 'answered', rating = $4, not_observed = $5, sealed_situation = $6, sealed_keep = $7, sealed_improve = $8,
      has_situation = $13, has_keep = $14, has_improve = $15, answered_at = $9, released_at = $9,
      relation = case when ${SAID} = 'superior' and receiver.manager_id <> $3 then 'coworker' else ${SAID} end,
      relation_confirmed = $16::text is not null
    from requests r join users receiver on receiver.company_id = r.company_id and receiver.id = r.requester_id
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
  ), known as (
    update newsfeed n set read_at = $9 from changed c
    where n.company_id = $1 and n.user_id = $3 and n.read_at is null and n.kind = 'request_received' and n.request_id = c.request_id
  )
  select k.id, k.catalogue_key, k.names, k.descriptions from changed c join skills k on k.company_id = $1 and k.id = c.skill_id`

export async function answer(bare: Bare, viewer: Row, now: Date, id: string, body: Row) {
  const { rating, not_observed = false } = body
  const [situation, keep, improve] = [body.situation || null, body.keep || null, body.improve || null]
  if (rating !== null && rating <= 2 && !situation && !improve) throw new Refused(422, 'comment_required')
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
    body.relation ?? null,
  ])
  if (!skill) throw new Refused(409, 'not_found_or_closed')
  const description = inLocale(skill.catalogue_key ? skills.get(skill.catalogue_key)?.description : skill.descriptions, viewer.locale)
  return {
    id,
    skill: { id: skill.id, name: skillName(skill.catalogue_key, skill.names, viewer.locale), description },
    status: 'answered',
    withdrawn: false,
    answer: { rating, not_observed, situation, keep, improve, answered_at: now.toISOString() },
    editable_until: new Date(now.getTime() + 24 * HOUR_MS).toISOString(),
    thanks: null,
    can: { answer: false, edit: true, decline: false, reopen: false },
  }
}
