import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type badges as contract, type PublishBody, shownName } from '@reflet/contract/badges'
import { LOCALES, type Locale } from '@reflet/contract/common'
import type { Returned } from '@reflet/contract/endpoint'
import { insertInto, type Queryable, type RowOf, rows, type Sql, sql, t } from '../../db/index.ts'
import { notFound, Problem } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import { lockViewer, type Viewer } from '../../platform/session.ts'
import type { Translations } from '../../platform/translations.ts'
import { skillDescription, skillName } from '../catalogue/catalogue.queries.ts'
import { notify } from '../messages/notify.ts'
import { readDone } from '../messages/unread.ts'
import { confirmedFrom, nameOriginRow, originColumns } from '../people/names.policy.ts'
import { getOwnBadge } from './badges.queries.ts'
import { addressesOf } from './issuing/addresses.ts'
import { type Achievement, credentialOf } from './issuing/documents.ts'
import { type Issuing, issuingOf, randomStatusIndex } from './issuing/issuers.commands.ts'
import { asJwt, withProof } from './issuing/signing.ts'
import { isEarned, type Rule } from './rule.policy.ts'
import { ruleOf, type SkillOnItsWay, standingOf } from './standing.queries.ts'

/**
 * A concurrent rotation of the key, another name or address of the owner or, once in 100,000 badges, a status entry that is taken: the badges
 * are signed again.
 */
const ATTEMPTS = 5

type Published = Returned<typeof contract.publishBadges>['badges'][number]

type Publishing = Pick<Platform, 'db' | 'clock' | 'publicUrl'>
type Publisher = Pick<Viewer, 'companyId' | 'userId' | 'locale' | 'seal'>

const ownerRow = { email: t.text, first_name: t.text, last_name: t.text }
type Owner = RowOf<typeof ownerRow>

/**
 * Publishes badges, all of them or none. They are signed outside the transaction, which then checks again what may have changed.
 * @throws not_found for a skill of another company; badge_already_published; badge_not_earned, with the fields; name_not_confirmed
 */
export async function publishBadges(platform: Publishing, viewer: Publisher, body: PublishBody): Promise<{ badges: Published[] }> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const made = await publishOnce(platform, viewer, body)
    if (made) return { badges: made }
  }
  throw new Problem('unavailable')
}

async function publishOnce(platform: Publishing, viewer: Publisher, { badges: skillIds, shown_name: form }: PublishBody) {
  const { db, clock, publicUrl } = platform
  const now = clock()
  const rule = await ruleOf(db, viewer.companyId)
  const skills = await checkEarned(db, viewer, now, rule, skillIds)
  const issuing = await issuingOf(db, viewer.companyId, viewer.seal, now)
  const owner = await ownerOf(db, viewer, now)
  const addresses = addressesOf(publicUrl())
  // A clock that was set back: no proof is older than its key.
  const issuedAt = new Date(Math.floor(Math.max(now.getTime(), issuing.keySince.getTime()) / 1000) * 1000)
  const signed: Awaited<ReturnType<typeof sign>>[] = []
  for (const skill of skills) {
    const achievement = await achievementOf(db, viewer.companyId, skill, rule, now)
    signed.push(await sign(platform, viewer, issuing, achievement, { owner, form, skill, issuedAt }))
  }
  const stored = await db
    .transaction(async (tx) => {
      await lockViewer(tx, viewer)
      if (!(await isCurrent(tx, viewer.companyId, issuing.keyId))) return false
      if (!isDeepStrictEqual(await ownerOf(tx, viewer, now), owner)) return false
      await checkEarned(tx, viewer, now, rule, skillIds)
      const inserted = await tx.execute(sql`${insertInto('badges', signed)} on conflict do nothing`)
      if (inserted < signed.length) throw new EntryTaken()
      const published = sql`unnest(${skillIds}::uuid[]) as published (skill_id)`
      const news = sql`n.company_id = ${viewer.companyId} and n.user_id = ${viewer.userId} and n.skill_id = published.skill_id`
      await tx.execute(readDone('badge_earnable', published, news, sql`${now}::timestamptz`))
      return true
    })
    .catch(isTaken)
  if (!stored) return null
  return signed.map(({ id, skill_id }, place) => ({
    id,
    skill: { id: skill_id, name: skillName(skills[place] as SkillOnItsWay, viewer.locale) },
    issued_at: issuedAt.toISOString(),
    page_url: addresses.page(id),
  }))
}

/** A status entry is taken: all of the badges are rolled back. */
class EntryTaken extends Error {}

function isTaken(error: unknown): false {
  if (error instanceof EntryTaken) return false
  throw error
}

/** The skills in the order in which they were given. */
async function checkEarned(db: Queryable, viewer: Publisher, now: Date, rule: Rule, skillIds: readonly string[]): Promise<SkillOnItsWay[]> {
  const standing = new Map((await standingOf(db, viewer, now, rule, skillIds)).map((skill) => [skill.skill_id, skill]))
  const skills = skillIds.map((id) => standing.get(id))
  if (!skills.every((skill) => skill !== undefined)) throw notFound()
  const published = await rows(
    db,
    { skill_id: t.uuid },
    sql`select skill_id from badges where company_id = ${viewer.companyId} and user_id = ${viewer.userId}
      and skill_id = any(${skillIds}::uuid[])`,
  )
  refuse('badge_already_published', 'published', skillIds, (id) => published.some(({ skill_id }) => skill_id === id))
  refuse('badge_not_earned', 'not_earned', skillIds, (id) => !isEarned(standing.get(id)?.conditions ?? []))
  return skills
}

function refuse(
  code: 'badge_already_published' | 'badge_not_earned',
  why: string,
  skillIds: readonly string[],
  isRefused: (skillId: string) => boolean,
) {
  const fields = skillIds.flatMap((id, place) => (isRefused(id) ? [[`badges.${place}`, why]] : []))
  if (fields.length > 0) throw new Problem(code, { fields: Object.fromEntries(fields) })
}

/** @throws name_not_confirmed */
async function ownerOf(db: Queryable, { companyId, userId }: Publisher, now: Date): Promise<Owner> {
  const [row] = await rows(
    db,
    { ...ownerRow, ...nameOriginRow },
    sql`select u.email, u.first_name, u.last_name, ${originColumns} from users u where u.company_id = ${companyId} and u.id = ${userId}`,
  )
  if (!row) throw new Problem('unauthenticated')
  if (confirmedFrom(row, now)) throw new Problem('name_not_confirmed')
  const { email, first_name, last_name } = row
  return { email, first_name, last_name }
}

/** Waits for a rotation that is under way. */
const isCurrent = async (tx: Queryable, companyId: string, keyId: string) =>
  (await rows(tx, {}, sql`select from badge_keys where company_id = ${companyId} and id = ${keyId} and retired_at is null for share`))
    .length > 0

const inEach = (text: (locale: Locale) => string): Translations => Object.fromEntries(LOCALES.map((locale) => [locale, text(locale)]))

/** The achievement with these texts and this rule: the first badge of its kind makes it. */
async function achievementOf(db: Queryable, companyId: string, skill: SkillOnItsWay, rule: Rule, now: Date): Promise<Achievement> {
  const [company] = await rows(db, { locale: t.oneOf<Locale>() }, sql`select locale from companies where company_id = ${companyId}`)
  const locale = company?.locale ?? 'en'
  const content = {
    category: skill.category,
    locale,
    names: inEach((one) => skillName(skill, one)),
    descriptions: inEach((one) => skillDescription(skill, one)),
    rule: { ...rule, colleaguesOnly: true },
  }
  const content_hash = createHash('sha256')
    .update(JSON.stringify([skill.skill_id, content]))
    .digest()
  const { mean, ...counts } = rule
  const { rule: _, ...texts } = content
  await db.execute(
    sql`${insertInto('achievements', {
      company_id: companyId,
      id: newId(now),
      skill_id: skill.skill_id,
      ...texts,
      ...counts,
      mean: mean.toFixed(1),
      colleagues_only: true,
      content_hash,
      created_at: now,
    })} on conflict do nothing`,
  )
  const [row] = await rows(
    db,
    { id: t.uuid },
    sql`select id from achievements where company_id = ${companyId} and content_hash = ${content_hash}`,
  )
  if (!row) throw new Error('an achievement that was just inserted is missing')
  return { id: row.id, ...content }
}

interface Wanted {
  readonly owner: Owner
  readonly form: PublishBody['shown_name']
  readonly skill: SkillOnItsWay
  readonly issuedAt: Date
}

async function sign(
  platform: Publishing,
  { companyId, userId }: Publisher,
  issuing: Issuing,
  achievement: Achievement,
  { owner, form, skill, issuedAt }: Wanted,
) {
  const addresses = addressesOf(platform.publicUrl())
  const { issuer, keyId, key, statusListId } = issuing
  const id = newId(issuedAt)
  const shown_name = shownName(owner, form)
  const status_index = randomStatusIndex()
  const unsigned = credentialOf(addresses, {
    id,
    issuer,
    achievement,
    email: owner.email,
    shownName: shown_name,
    issuedAt,
    statusListId,
    statusIndex: status_index,
  })
  const signingKey = { id: addresses.key(issuer.code, keyId), key }
  return {
    company_id: companyId,
    id,
    user_id: userId,
    skill_id: skill.skill_id,
    achievement_id: achievement.id,
    status_list_id: statusListId,
    status_index,
    shown_name,
    credential: JSON.stringify(await withProof(unsigned, signingKey, issuedAt)),
    jwt: await asJwt(unsigned, signingKey, issuedAt),
    issued_at: issuedAt,
  }
}

/** Revokes `badges b`: their pages are gone, and the status lists say so. What is personal is deleted at once. */
async function revoke(tx: Queryable, which: Sql, now: Date): Promise<number> {
  const [revoked] = await rows(
    tx,
    { n: t.int },
    sql`with revoked as (
        update badges b set revoked_at = ${now}, user_id = null, shown_name = null, credential = null, jwt = null
        where ${which} and b.revoked_at is null returning b.company_id, b.status_list_id
      ), changed as (
        update status_lists l set revision = l.revision + 1 from revoked r
        where l.company_id = r.company_id and l.id = r.status_list_id
      )
      select count(*)::int as n from revoked`,
  )
  return revoked?.n ?? 0
}

/**
 * Revokes badges of a person.
 * @returns how many of these ids were theirs
 */
export const revokeBadges = (tx: Queryable, person: Pick<Viewer, 'companyId' | 'userId'>, ids: readonly string[], now: Date) =>
  revoke(tx, sql`b.company_id = ${person.companyId} and b.user_id = ${person.userId} and b.id = any(${ids}::uuid[])`, now)

/**
 * Whether a badge `b` of a former employee is one of this address. The credential has its hash only, with the salt that makes it comparable.
 */
export const isBadgeOf = (email: string) => sql`b.user_id is null and b.revoked_at is null
  and b.credential::jsonb #>> '{credentialSubject,identifier,0,identityHash}' = 'sha256$' || encode(sha256(convert_to(
    ${email}::text || (b.credential::jsonb #>> '{credentialSubject,identifier,0,salt}'), 'UTF8')), 'hex')`

/** Revokes the badges that a former employee kept. */
export async function revokeBadgesOf(tx: Queryable, companyId: string, email: string, now: Date): Promise<void> {
  await revoke(tx, sql`b.company_id = ${companyId} and ${isBadgeOf(email)}`, now)
}

/** @throws not_found for another person's, and for one that is deleted already */
export async function deleteBadge({ db, clock }: Platform, viewer: Viewer, id: string): Promise<void> {
  if ((await revokeBadges(db, viewer, [id], clock())) === 0) throw notFound()
}

/**
 * Mails a badge to its owner.
 * @throws not_found
 */
export async function mailBadge({ db, clock, wake }: Platform, viewer: Viewer, id: string): Promise<void> {
  const now = clock()
  await getOwnBadge(db, viewer, id)
  const { companyId, userId } = viewer
  await notify(db, now, {
    messages: [{ company_id: companyId, kind: 'badge', user_id: userId, badge_id: id, bundle_key: `badge:${id}`, send_after: now }],
  })
  wake(now)
}
