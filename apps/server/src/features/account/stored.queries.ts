import { sql } from 'drizzle-orm'
import { instant, instantOrNull, type Queryable, rows } from '../../db/index.ts'
import type { SwitchedOff } from '../../db/schema/people.ts'
import { hashToken } from '../../platform/crypto.ts'
import type { Viewer } from '../../platform/session.ts'
import { choicesOf } from '../people/notifications.policy.ts'
import { type SkillText, skillName } from '../skills/skills.queries.ts'

/** What is stored about the viewer and shown by no other query. Never a token, a password or a hash of one. */

const mine = ({ companyId, userId }: Viewer) => sql`company_id = ${companyId} and user_id = ${userId}`

interface ProfileRow {
  email: string
  switched_off: SwitchedOff
  self_evaluation_reminded_at: string | null
  pushes_seen_at: string | null
  created_at: string
}

/** Every column about the person, the company's name, and what is counted under their address. */
export async function profileOf(db: Queryable, { companyId, userId }: Viewer) {
  const [row] = await rows<ProfileRow>(
    db,
    sql`select u.id, u.email, u.first_name, u.last_name, u.job_title, u.department, u.registration_number, u.locale, u.time_zone, u.role,
        u.platform as last_platform, u.password_hash is not null as has_password, u.domoscio_student as learning_platform_pseudonym,
        u.is_onboarding_finished, u.is_onboarding_dashboard_finished, u.is_onboarding_answer_finished, u.is_onboarding_badge_finished,
        u.onboarding_step, u.terms_version as accepted_terms_version, u.avatar_url, c.name as company, c.code as company_code,
        u.notifications as switched_off, u.self_evaluation_reminded_at, u.pushes_seen_at, u.created_at,
        case when m.id is not null then json_build_object('first_name', m.first_name, 'last_name', m.last_name) end as manager
      from users u join companies c on c.company_id = u.company_id
      left join users m on m.company_id = u.company_id and m.id = u.manager_id
      where u.company_id = ${companyId} and u.id = ${userId}`,
  )
  if (!row) return null
  const { switched_off, self_evaluation_reminded_at, pushes_seen_at, created_at, ...columns } = row
  const attempts = sql`login_attempts where account_hash = ${hashToken(row.email)}`
  const [failed] = await rows<{ failures: number; failed_at: string; locked_until: string | null }>(
    db,
    sql`select failures, failed_at, locked_until from ${attempts} and failures > 0 order by failures desc limit 1`,
  )
  const [signedIn] = await rows<{ networks: number }>(db, sql`select count(succeeded_at)::int as networks from ${attempts}`)
  return {
    ...columns,
    notifications: choicesOf(switched_off),
    self_evaluation_reminded_at: instantOrNull(self_evaluation_reminded_at),
    pushes_seen_at: instantOrNull(pushes_seen_at),
    created_at: instant(created_at),
    failed_logins: failed
      ? { count: failed.failures, last_at: instant(failed.failed_at), locked_until: instantOrNull(failed.locked_until) }
      : null,
    known_networks: signedIn?.networks ?? 0,
  }
}

/** The largest of the three sizes. */
export async function pictureOf(db: Queryable, viewer: Viewer): Promise<Buffer | null> {
  const [row] = await rows<{ large: Buffer }>(db, sql`select large from avatars where ${mine(viewer)}`)
  return row?.large ?? null
}

export async function termsOf(db: Queryable, viewer: Viewer) {
  const found = await rows<{ version: string; locale: string; accepted_at: string }>(
    db,
    sql`select version, locale, accepted_at from terms_acceptances where ${mine(viewer)} order by accepted_at`,
  )
  return found.map((row) => ({ ...row, accepted_at: instant(row.accepted_at) }))
}

type SkillRow = SkillText & { skill_id: string; at: string }

const toSkill = ({ skill_id, ...texts }: SkillRow, { locale }: Viewer) => ({ id: skill_id, name: skillName(texts, locale) })

export async function chosenSkillsOf(db: Queryable, viewer: Viewer) {
  const found = await rows<SkillRow>(
    db,
    sql`select s.skill_id, s.chosen_at as at, k.catalogue_key, k.names
      from (select * from user_skills where ${mine(viewer)}) s join skills k on k.company_id = s.company_id and k.id = s.skill_id
      order by s.position`,
  )
  return found.map((row) => ({ skill: toSkill(row, viewer), chosen_at: instant(row.at) }))
}

export async function resetsOf(db: Queryable, viewer: Viewer) {
  const found = await rows<SkillRow>(
    db,
    sql`select s.skill_id, s.created_at as at, k.catalogue_key, k.names
      from (select * from skill_resets where ${mine(viewer)}) s join skills k on k.company_id = s.company_id and k.id = s.skill_id
      order by s.created_at, s.id`,
  )
  return found.map((row) => ({ skill: toSkill(row, viewer), reset_at: instant(row.at) }))
}

/** Somebody as a list of mine names them. */
export interface Named {
  readonly email: string
  readonly first_name: string
  readonly last_name: string
}

export async function contactGroupsOf(db: Queryable, viewer: Viewer) {
  const found = await rows<{ id: string; name: string; contacts: Named[]; created_at: string }>(
    db,
    sql`select g.id, g.name, g.created_at, coalesce((
        select json_agg(json_build_object('email', coalesce(u.email, c.email), 'first_name', coalesce(u.first_name, c.first_name),
            'last_name', coalesce(u.last_name, c.last_name)) order by c.id)
          from contact_group_members m
          join contacts c on c.company_id = m.company_id and c.id = m.contact_id
          left join users u on u.company_id = c.company_id and u.id = c.contact_user_id
          where m.company_id = g.company_id and m.group_id = g.id and u.deactivated_at is null), '[]') as contacts
      from (select * from contact_groups where ${mine(viewer)}) g order by g.name, g.id`,
  )
  return found.map((row) => ({ ...row, created_at: instant(row.created_at) }))
}

export async function sessionsOf(db: Queryable, viewer: Viewer) {
  const found = await rows<{ id: string; created_at: string; used_at: string }>(
    db,
    sql`select id, created_at, used_at from sessions where ${mine(viewer)} order by created_at`,
  )
  return found.map(({ id, created_at, used_at }) => ({
    opened_at: instant(created_at),
    used_at: instant(used_at),
    current: id === viewer.sessionId,
  }))
}

export async function passwordResetsOf(db: Queryable, viewer: Viewer) {
  const found = await rows<{ created_at: string; expires_at: string; used_at: string | null }>(
    db,
    sql`select created_at, expires_at, used_at from password_resets where ${mine(viewer)} order by created_at`,
  )
  return found.map((row) => ({
    asked_at: instant(row.created_at),
    expires_at: instant(row.expires_at),
    used_at: instantOrNull(row.used_at),
  }))
}

/**
 * Mails that left for the viewer; they are remembered for a month. The day of one that told of answers would say when the
 * last of some confidential ones was given.
 */
export async function mailsOf(db: Queryable, viewer: Viewer) {
  const found = await rows<{ kind: string; sent_at: string }>(
    db,
    sql`select kind, sent_at from outbox where ${mine(viewer)} and sent_at is not null and last_error is null
      order by date_trunc('month', sent_at, 'UTC'), kind, sent_at`,
  )
  return found.map(toldAt)
}

const toldAt = ({ kind, sent_at }: { kind: string; sent_at: string }) => ({
  kind,
  sent_at: kind === 'answered' ? instant(sent_at).slice(0, 'YYYY-MM'.length) : instant(sent_at),
})

/** Where messages are shown; which device it is, only its service knows by the token. */
export async function devicesOf(db: Queryable, viewer: Viewer) {
  const found = await rows<{ type: string; session_id: string; created_at: string }>(
    db,
    sql`select type, session_id, created_at from push_tokens where ${mine(viewer)} order by created_at, id`,
  )
  return found.map(({ type, session_id, created_at }) => ({
    type,
    registered_at: instant(created_at),
    current: session_id === viewer.sessionId,
  }))
}

/** Messages that were shown on the viewer's devices, each as often as it was; as for mails, no day of one that told of answers. */
export async function pushesOf(db: Queryable, { companyId, userId }: Viewer) {
  const found = await rows<{ kind: string; sent_at: string }>(
    db,
    sql`select o.kind, p.sent_at from push_tokens t
      join pushes p on p.company_id = t.company_id and p.token_id = t.id and p.sent_at is not null and p.last_error is null
      join outbox o on o.company_id = p.company_id and o.id = p.message_id
      where t.company_id = ${companyId} and t.user_id = ${userId}
      order by date_trunc('month', p.sent_at, 'UTC'), o.kind, p.sent_at`,
  )
  return found.map(toldAt)
}

/** Why the viewer declined, by feedback: the words of those of these feedbacks that have any. */
export async function reasonsOf(db: Queryable, viewer: Viewer, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await rows<{ id: string; sealed_reason: Buffer }>(
    db,
    sql`select id, sealed_reason from feedbacks where company_id = ${viewer.companyId} and giver_id = ${viewer.userId}
      and id = any(${sql.param(ids)}::uuid[]) and sealed_reason is not null`,
  )
  return new Map(found.map((row) => [row.id, viewer.seal.open(row.sealed_reason, 'feedbacks.sealed_reason', row.id)]))
}
