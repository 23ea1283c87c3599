import { NOTIFICATION_KINDS } from '@reflet/contract/people'
import { TERMS_VERSION } from '../apps/server/src/features/legal/legal.queries.ts'
import type { SealedColumn } from '../apps/server/src/platform/crypto.ts'
import { type Bare, iso, isoOrNull, Refused, type Row, read, SESSION, skillName, touch } from './bare-database.ts'

const RECORD = `select s.id as session_id, s.company_id, s.user_id, s.used_at, c.wrapped_key,
    u.email, u.first_name, u.last_name, u.job_title, u.department, u.avatar_url, u.locale, u.time_zone, u.role, u.is_onboarding_finished,
    u.is_onboarding_dashboard_finished, u.is_onboarding_answer_finished, u.is_onboarding_badge_finished,
    u.onboarding_step, u.terms_version, u.notifications, u.domoscio_student is not null as linked,
    c.name, c.code, c.badges_active, c.confidentiality_threshold, c.domoscio_host is not null as learning_platform,
    (select count(*)::int from feedbacks f where f.company_id = s.company_id and f.receiver_id = s.user_id
      and f.released_at is not null and f.read_at is null) as unread,
    (select count(*)::int from feedbacks f where f.company_id = s.company_id and f.receiver_id = s.user_id
      and f.released_at is not null and f.seen_at is null) as new,
    (select array[count(*), count(distinct f.recipient_id)]::int4[] from feedbacks f
      where f.company_id = s.company_id and f.giver_id = s.user_id and f.status = 'pending') as waiting,
    (select json_agg(json_build_array(p.id, r.id, r.confidential, encode(r.sealed_context, 'base64'), encode(r.sealed_message, 'base64'), r.created_at,
        r.due_at, p.later_at, r.kind, q.id, q.first_name, q.last_name, q.job_title, q.avatar_url, d.feedbacks) order by p.id desc)
      from (select f.recipient_id, json_agg(json_build_array(f.id, f.skill_id, k.catalogue_key, k.names) order by f.id) as feedbacks
        from feedbacks f join skills k on k.company_id = f.company_id and k.id = f.skill_id
        where f.company_id = s.company_id and f.giver_id = s.user_id and f.status = 'pending'
        group by f.recipient_id order by f.recipient_id desc limit 50) d
      join recipients p on p.company_id = s.company_id and p.id = d.recipient_id
      join requests r on r.company_id = p.company_id and r.id = p.request_id
      join users q on q.company_id = r.company_id and q.id = r.requester_id) as groups,
    (select json_agg(json_build_array(n.id, n.kind, n.read_at is not null, n.created_at, n.skill_id, n.request_id,
        n.feedback_id, n.award_id, n.coffee_id, n.recurrence_id, a.first_name, a.last_name,
        case when coalesce(n.guest_first_name, h.first_name) = '' and coalesce(n.guest_last_name, h.last_name) = '' then h.email
          else coalesce(n.guest_first_name, h.first_name) end, coalesce(n.guest_last_name, h.last_name)) order by n.id desc)
      from (select * from newsfeed n where n.company_id = s.company_id and n.user_id = s.user_id order by n.id desc limit 20) n
      left join users a on a.company_id = n.company_id and a.id = n.actor_id
      left join guests h on h.company_id = n.company_id and h.id = n.guest_id) as news
  from ${SESSION}`

export async function getUser(bare: Bare, tokenHash: Buffer, now: Date) {
  const row = await read(bare, 'record', RECORD, [tokenHash, now])
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
          ([id, request, confidential, context, message, created, due, later, kind, user, first, last, job, avatar, feedbacks]: Row[]) => ({
            id,
            requester: { id: user, first_name: first, last_name: last, job_title: job, avatar_url: avatar },
            context: unseal(context, 'requests.sealed_context', request),
            message: unseal(message, 'requests.sealed_message', request),
            confidential,
            kind,
            created_at: iso(created),
            due_at: isoOrNull(due),
            later_at: isoOrNull(later),
            feedbacks: feedbacks.map(([feedback, skill, key, names]: Row[]) => ({
              id: feedback,
              skill: { id: skill, name: skillName(key, names, row.locale) },
              status: 'pending',
            })),
          }),
        ),
        total: row.waiting[0],
        requests: row.waiting[1],
      },
      unread_answers: row.unread,
      new_answers: row.new,
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
