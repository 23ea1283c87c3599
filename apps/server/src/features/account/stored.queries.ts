import { columnsOf, instant, instantOrNull, nullable, type Queryable, rows, type Sql, sql, t } from '../../db/index.ts'
import { hashToken } from '../../platform/crypto.ts'
import type { Viewer } from '../../platform/session.ts'
import { skillName, skillTextRow } from '../catalogue/catalogue.queries.ts'
import { choicesOf, type SwitchedOff } from '../people/notifications.policy.ts'
import { employeeRow } from '../people/person.queries.ts'

/** Stored data about the viewer that no other query returns. Never a token, a password or a hash of one. */

const mine = ({ companyId, userId }: Viewer) => sql`company_id = ${companyId} and user_id = ${userId}`

/** Columns of `users u` as they are stored. */
const profileRow = {
  ...employeeRow,
  locale: t.text,
  time_zone: t.text,
  role: t.text,
  is_onboarding_finished: t.bool,
  is_onboarding_dashboard_finished: t.bool,
  is_onboarding_answer_finished: t.bool,
  is_onboarding_badge_finished: t.bool,
  onboarding_step: t.text,
  avatar_url: nullable(t.text),
  external_id: nullable(t.text),
  confirmed_first_name: nullable(t.text),
  confirmed_last_name: nullable(t.text),
}

/** Times of `users u`. */
const PROFILE_TIMES = `created_at invited_at invitation_sent_at activated_at last_seen_at changed_at name_changed_at manager_changed_at
  access_changed_at reactivated_at administered_until self_evaluation_reminded_at pushes_seen_at`.split(/\s+/)
const timesRow = Object.fromEntries(PROFILE_TIMES.map((name) => [name, nullable(t.time)]))

/** What is stored under another name, or elsewhere. */
const besideRow = {
  last_platform: nullable(t.text),
  has_password: t.bool,
  learning_platform_pseudonym: nullable(t.text),
  accepted_terms_version: nullable(t.text),
  company: t.text,
  company_code: t.text,
  manager: nullable(t.json<{ first_name: string; last_name: string }>()),
}

/** Every column about the person, the company's name, and the counters of their address. */
export async function profileOf(db: Queryable, { companyId, userId }: Viewer) {
  const [row] = await rows(
    db,
    { ...timesRow, ...profileRow, ...besideRow, switched_off: t.json<SwitchedOff>(), holds_address: t.bool },
    sql`select ${columnsOf('u', { ...profileRow, ...timesRow })}, u.platform as last_platform, u.password_hash is not null as has_password,
        u.domoscio_student as learning_platform_pseudonym, u.terms_version as accepted_terms_version,
        u.notifications as switched_off, u.holds_address, c.name as company, c.code as company_code,
        case when manager.id is not null
          then json_build_object('first_name', manager.first_name, 'last_name', manager.last_name) end as manager
      from users u join companies c on c.company_id = u.company_id
      left join users manager on manager.company_id = u.company_id and manager.id = u.manager_id
      where u.company_id = ${companyId} and u.id = ${userId}`,
  )
  if (!row) return null
  const { switched_off, holds_address, ...columns } = row
  const stored: Readonly<Record<string, unknown>> = row
  // Otherwise they may be those of another company's account, and whether there is one is not said.
  const attempts = sql`login_attempts where account_hash = ${hashToken(row.email)} and ${holds_address}::boolean`
  const [failed] = await rows(
    db,
    { failures: t.int, failed_at: t.time, locked_until: nullable(t.time) },
    sql`select failures, failed_at, locked_until from ${attempts} and failures > 0 order by failures desc limit 1`,
  )
  const [signedIn] = await rows(db, { networks: t.int }, sql`select count(succeeded_at)::int as networks from ${attempts}`)
  return {
    ...columns,
    notifications: choicesOf(switched_off),
    ...Object.fromEntries(PROFILE_TIMES.map((name) => [name, instantOrNull(stored[name] as string | null)])),
    failed_logins: failed
      ? { count: failed.failures, last_at: instant(failed.failed_at), locked_until: instantOrNull(failed.locked_until) }
      : null,
    known_networks: signedIn?.networks ?? 0,
  }
}

/** The largest of the three sizes. */
export async function pictureOf(db: Queryable, viewer: Viewer): Promise<Buffer | null> {
  const [row] = await rows(db, { large: t.bytes }, sql`select large from avatars where ${mine(viewer)}`)
  return row?.large ?? null
}

export async function termsOf(db: Queryable, viewer: Viewer) {
  const found = await rows(
    db,
    { version: t.text, locale: t.text, accepted_at: t.time },
    sql`select version, locale, accepted_at from terms_acceptances where ${mine(viewer)} order by accepted_at`,
  )
  return found.map((row) => ({ ...row, accepted_at: instant(row.accepted_at) }))
}

/** The skills in one of the viewer's tables, with the alias `s`, each with a time. */
async function skillsIn(db: Queryable, viewer: Viewer, table: { name: Sql; at: Sql; order: Sql }) {
  const found = await rows(
    db,
    { ...skillTextRow, skill_id: t.uuid, at: t.time },
    sql`select s.skill_id, ${table.at} as at, k.catalogue_key, k.names
      from (select * from ${table.name} where ${mine(viewer)}) s
        join skills k on k.company_id = s.company_id and k.id = s.skill_id
      order by ${table.order}`,
  )
  return found.map(({ skill_id, at, ...texts }) => ({ skill: { id: skill_id, name: skillName(texts, viewer.locale) }, at: instant(at) }))
}

export async function chosenSkillsOf(db: Queryable, viewer: Viewer) {
  const found = await skillsIn(db, viewer, { name: sql`user_skills`, at: sql`s.chosen_at`, order: sql`s.position` })
  return found.map(({ skill, at }) => ({ skill, chosen_at: at }))
}

export async function resetsOf(db: Queryable, viewer: Viewer) {
  const found = await skillsIn(db, viewer, { name: sql`skill_resets`, at: sql`s.created_at`, order: sql`s.created_at, s.id` })
  return found.map(({ skill, at }) => ({ skill, reset_at: at }))
}

/** A person in one of the viewer's lists. */
export interface Named {
  readonly email: string
  readonly first_name: string
  readonly last_name: string
}

export async function contactGroupsOf(db: Queryable, viewer: Viewer) {
  const found = await rows(
    db,
    { id: t.uuid, name: t.text, contacts: t.json<Named[]>(), created_at: t.time },
    sql`select cg.id, cg.name, cg.created_at, coalesce((
        select json_agg(json_build_object('email', coalesce(u.email, ct.email), 'first_name', coalesce(u.first_name, ct.first_name),
            'last_name', coalesce(u.last_name, ct.last_name)) order by ct.id)
          from contact_group_members cm
          join contacts ct on ct.company_id = cm.company_id and ct.id = cm.contact_id
          left join users u on u.company_id = ct.company_id and u.id = ct.contact_user_id
          where cm.company_id = cg.company_id and cm.group_id = cg.id and u.deactivated_at is null), '[]') as contacts
      from (select * from contact_groups where ${mine(viewer)}) cg order by cg.name, cg.id`,
  )
  return found.map((row) => ({ ...row, created_at: instant(row.created_at) }))
}

export async function sessionsOf(db: Queryable, viewer: Viewer) {
  const found = await rows(
    db,
    { ...sessionOriginRow, id: t.uuid, created_at: t.time, used_at: t.time, authenticated_at: t.time },
    sql`select id, created_at, used_at, coalesce(authenticated_at, created_at) as authenticated_at, method, network, browser, system
      from sessions where ${mine(viewer)} order by created_at`,
  )
  return found.map(({ id, created_at, used_at, authenticated_at, ...origin }) => ({
    opened_at: instant(created_at),
    used_at: instant(used_at),
    confirmed_at: instant(authenticated_at),
    ...origin,
    current: id === viewer.sessionId,
  }))
}

const sessionOriginRow = { method: t.text, network: nullable(t.text), browser: nullable(t.text), system: nullable(t.text) }

/** Passkeys, the authenticator app and recovery codes: that they exist, never a key or a code. */
export async function factorsOf(db: Queryable, viewer: Viewer) {
  const found = await rows(
    db,
    { kind: t.text, name: nullable(t.text), created_at: t.time, used_at: nullable(t.time), synced: nullable(t.bool) },
    sql`select 'passkey' as kind, name, created_at, used_at, backed_up as synced from passkeys
        where ${mine(viewer)}
      union all
      select 'totp', null, created_at, confirmed_at, null from totp_secrets where ${mine(viewer)}
      union all
      select 'recovery_code', null, created_at, used_at, null from recovery_codes where ${mine(viewer)}
      order by created_at, kind, used_at`,
  )
  return found.map((row) => ({ ...row, created_at: instant(row.created_at), used_at: instantOrNull(row.used_at) }))
}

export async function passwordResetsOf(db: Queryable, viewer: Viewer) {
  const found = await rows(
    db,
    { created_at: t.time, expires_at: t.time, used_at: nullable(t.time) },
    sql`select created_at, expires_at, used_at from password_resets where ${mine(viewer)} order by created_at`,
  )
  return found.map((row) => ({
    asked_at: instant(row.created_at),
    expires_at: instant(row.expires_at),
    used_at: instantOrNull(row.used_at),
  }))
}

/** What the company's audit log says about the viewer's account, without who else did it. */
export async function auditEntriesOf(db: Queryable, { companyId, userId }: Viewer) {
  const found = await rows(
    db,
    { at: t.time, action: t.text, by_me: t.bool, network: nullable(t.text) },
    sql`select at, action, actor_id = ${userId} as by_me, case when actor_id = ${userId} then network end as network
      from audit_log where company_id = ${companyId} and (target_id = ${userId} or actor_id = ${userId})
        order by at, id`,
  )
  return found.map(({ at, by_me, ...entry }) => ({ at: instant(at), ...entry, by_me: by_me ?? false }))
}

/** Groups of the company's directory. */
export const directoryGroupsOf = (db: Queryable, { companyId, userId }: Viewer) =>
  rows(
    db,
    { name: t.text },
    sql`select sg.display_name as name from scim_group_members gm
      join scim_groups sg on sg.company_id = gm.company_id and sg.id = gm.group_id
      where gm.company_id = ${companyId} and gm.user_id = ${userId} order by name`,
  )

/** The departments that are noted with what the viewer asked, was asked and answered. */
export async function departmentsOf(db: Queryable, { companyId, userId }: Viewer) {
  const found = await rows(
    db,
    { department: t.text, first_at: t.time, last_at: t.time },
    sql`select department, min(at) as first_at, max(at) as last_at from (
        select r.department, r.created_at as at from requests r where r.company_id = ${companyId}
          and r.requester_id = ${userId}
        union all select p.department, p.created_at from recipients p where p.company_id = ${companyId}
          and p.user_id = ${userId}
        union all select f.department, f.answered_at from feedbacks f where f.company_id = ${companyId}
          and f.giver_id = ${userId}
      ) noted where department <> '' group by department order by 2`,
  )
  return found.map((row) => ({ ...row, first_at: instant(row.first_at), last_at: instant(row.last_at) }))
}

/** What the viewer's acts add to the usage of the running month. */
export const usageOf = (db: Queryable, { companyId, userId }: Viewer) =>
  rows(
    db,
    { month: t.text, department: t.text, active: t.bool, asked: t.int, answered: t.int },
    sql`select to_char(month, 'YYYY-MM') as month, department, active, asked, answered from usage_people up
      where up.company_id = ${companyId} and up.user_id = ${userId} order by month, department`,
  )

/** An address that waits for confirmation. */
export async function addressChangesOf(db: Queryable, viewer: Viewer) {
  const found = await rows(
    db,
    { email: nullable(t.text), new_email: t.text, created_at: t.time, expires_at: t.time },
    sql`select null as email, new_email, created_at, expires_at from email_changes where ${mine(viewer)}
      union all select email, new_email, changed_at, expires_at from former_addresses where ${mine(viewer)}
      order by created_at`,
  )
  return found.map((row) => ({ ...row, created_at: instant(row.created_at), expires_at: instant(row.expires_at) }))
}

/**
 * Mails sent to the viewer; they are kept for a month. For mails about answers the day is omitted: it would reveal when the last of some
 * confidential answers was given.
 */
export async function mailsOf(db: Queryable, viewer: Viewer) {
  const found = await rows(
    db,
    { kind: t.text, sent_at: t.time },
    sql`select kind, sent_at from outbox where ${mine(viewer)} and sent_at is not null and last_error is null
      order by date_trunc('month', sent_at, 'UTC'), kind, sent_at`,
  )
  return found.map(toldAt)
}

const toldAt = ({ kind, sent_at }: { kind: string; sent_at: string }) => ({
  kind,
  sent_at: kind === 'answered' ? instant(sent_at).slice(0, 'YYYY-MM'.length) : instant(sent_at),
})

/** Registered devices; which device it is, only the push service knows by the token. */
export async function devicesOf(db: Queryable, viewer: Viewer) {
  const found = await rows(
    db,
    { type: t.text, session_id: t.uuid, created_at: t.time },
    sql`select type, session_id, created_at from push_tokens where ${mine(viewer)} order by created_at, id`,
  )
  return found.map(({ type, session_id, created_at }) => ({
    type,
    registered_at: instant(created_at),
    current: session_id === viewer.sessionId,
  }))
}

/** Push notifications sent to the viewer's devices, with their number; as for mails, without the day for those about answers. */
export async function pushesOf(db: Queryable, { companyId, userId }: Viewer) {
  const found = await rows(
    db,
    { kind: t.text, sent_at: t.time },
    sql`select o.kind, pu.sent_at from push_tokens pt
      join pushes pu on pu.company_id = pt.company_id and pu.token_id = pt.id and pu.sent_at is not null
        and pu.last_error is null
      join outbox o on o.company_id = pu.company_id and o.id = pu.message_id
      where pt.company_id = ${companyId} and pt.user_id = ${userId}
      order by date_trunc('month', pu.sent_at, 'UTC'), o.kind, pu.sent_at`,
  )
  return found.map(toldAt)
}

/** The viewer's reasons for declining, by feedback; feedbacks without a reason are absent. */
export async function reasonsOf(db: Queryable, viewer: Viewer, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await rows(
    db,
    { id: t.uuid, sealed_reason: t.bytes },
    sql`select id, sealed_reason from feedbacks where company_id = ${viewer.companyId} and giver_id = ${viewer.userId}
      and id = any(${ids}::uuid[]) and sealed_reason is not null`,
  )
  return new Map(found.map((row) => [row.id, viewer.seal.open(row.sealed_reason, 'feedbacks.sealed_reason', row.id)]))
}

/** What the viewer wrote as a manager, also where the answer is no longer shared: then neither its skill nor its words are theirs to see. */
export async function notesWrittenBy(db: Queryable, { companyId, userId, seal }: Viewer) {
  const found = await rows(
    db,
    { id: t.uuid, sealed_note: nullable(t.bytes), noted_at: t.time, first_name: t.text, last_name: t.text },
    sql`select mn.id, mn.sealed_note, mn.noted_at, u.first_name, u.last_name from manager_notes mn
      join users u on u.company_id = mn.company_id and u.id = mn.owner_id
      where mn.company_id = ${companyId} and mn.manager_id = ${userId} order by mn.noted_at desc`,
  )
  return found.map(({ id, sealed_note, noted_at, ...to }) => ({
    noted_at: instant(noted_at),
    to,
    note: seal.open(sealed_note, 'manager_notes.sealed_note', id),
  }))
}
