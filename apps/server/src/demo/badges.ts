import { DAY_MS, HOUR_MS } from '@reflet/contract/durations'
import type { Relation } from '@reflet/contract/relations'
import { type Queryable, rows, sql, t } from '../db/index.ts'
import { publishBadges } from '../features/badges/badges.commands.ts'
import { isEarned } from '../features/badges/rule.policy.ts'
import { ruleOf, standingOf } from '../features/badges/standing.queries.ts'
import { contentValues } from '../features/feedback/answers/answer-row.ts'
import { hashToken } from '../platform/crypto.ts'
import type { Platform } from '../platform/index.ts'
import type { Random } from './random.ts'
import { relationOf } from './relations.ts'
import type { FeedbackRow, RecipientRow, RequestRow, Row, UserSkillRow } from './rows.ts'
import type { Comments, DemoPerson, DemoSetting, DemoSkill } from './story.ts'
import texts from './texts.json' with { type: 'json' }

/** Whose skills are completed by a request of their own, and how many of these are published when the server starts. */
const OWNERS = [
  { name: 'camille@', earned: 3, published: 2 },
  { name: 'oliver@', earned: 1, published: 1 },
] as const

const ASKED_DAYS_AGO = 75
const PUBLISHED_DAYS_AGO = 20
/** Of the default rule. */
const RATINGS = 5
const PEOPLE = 3
const MEAN = 4
const BEST = 5

interface Setting extends DemoSetting {
  readonly skills: readonly DemoSkill[]
  readonly userSkills: readonly UserSkillRow[]
  /** What they have received already. */
  readonly feedbacks: readonly FeedbackRow[]
}

/** Requests whose answers complete the rule of a badge, for the skills that lack the fewest. */
export function tellEarned(setting: Setting) {
  const made = {
    requests: [] as RequestRow[],
    recipients: [] as RecipientRow[],
    feedbacks: [] as FeedbackRow[],
  }
  for (const { name, earned } of OWNERS) {
    const owner = setting.people.find(({ email }) => email.startsWith(name))
    if (owner) complete(setting, made, owner, earned)
  }
  return made
}

/** So many answers with the best rating make the mean and the number that the rule asks for. */
function missing(ratings: readonly number[]): number {
  const sum = ratings.reduce((all, one) => all + one, 0)
  return Math.max(PEOPLE, RATINGS - ratings.length, Math.ceil((MEAN * ratings.length - sum) / (BEST - MEAN)))
}

function complete(setting: Setting, made: ReturnType<typeof tellEarned>, owner: DemoPerson, count: number): void {
  const { companyId: company_id, people, skills, userSkills, now, random, seal } = setting
  const ratingsOf = (skillId: string) =>
    setting.feedbacks.flatMap(({ receiver_id, skill_id, released_at, rating, giver_id, counts_for_badges }) =>
      receiver_id === owner.id && skill_id === skillId && released_at && rating && (giver_id || counts_for_badges) ? [rating] : [],
    )
  const about = userSkills
    .filter(({ user_id }) => user_id === owner.id)
    .map(({ skill_id }) => ({ id: skill_id, answers: missing(ratingsOf(skill_id)) }))
    .sort((a, b) => a.answers - b.answers)
    .slice(0, count)
  const created_at = new Date(now.getTime() - ASKED_DAYS_AGO * DAY_MS)
  const id = random.id(created_at)
  const words = texts[owner.locale]
  made.requests.push({
    company_id,
    id,
    requester_id: owner.id,
    confidential: false,
    sealed_context: seal.seal(random.pick(words.contexts), 'requests.sealed_context', id),
    sealed_message: null,
    due_at: null,
    expires_at: new Date(created_at.getTime() + 30 * DAY_MS),
    idempotency_key: `demo-${id}`,
    content_hash: hashToken(id),
    created_at,
  })
  // The manager comes first; for Oliver, it is the administrator.
  const isAbove = ({ email }: DemoPerson) => email.startsWith(owner.email.startsWith('oliver@') ? 'admin@' : 'oliver@')
  const others = people.filter((person) => person.id !== owner.id && !person.email.startsWith('new@') && !isAbove(person))
  const asked = [...people.filter(isAbove), ...random.sample(others, Math.max(...about.map(({ answers }) => answers)) - 1)]
  for (const [place, giver] of asked.entries()) {
    const relation: Relation = isAbove(giver) ? 'superior' : relationOf(giver, owner)
    const recipient_id = random.id(created_at)
    made.recipients.push({ company_id, id: recipient_id, request_id: id, user_id: giver.id, guest_id: null, relation, created_at })
    const answered_at = new Date(created_at.getTime() + (20 + random.below(120)) * HOUR_MS)
    for (const skill of about.filter(({ answers }) => place < answers)) {
      const feedback_id = random.id(created_at)
      made.feedbacks.push({
        company_id,
        id: feedback_id,
        request_id: id,
        recipient_id,
        receiver_id: owner.id,
        giver_id: giver.id,
        skill_id: skill.id,
        confidential: false,
        relation,
        relation_confirmed: true,
        status: 'answered',
        created_at,
        ...contentValues(seal, feedback_id, { rating: BEST, not_observed: false, ...saidBy(giver, skill.id) }),
        answered_at,
        released_at: answered_at,
        read_at: new Date(answered_at.getTime() + DAY_MS),
        seen_at: new Date(answered_at.getTime() + DAY_MS),
      })
    }
  }

  function saidBy({ locale }: DemoPerson, skillId: string) {
    const category = skills.find((skill) => skill.id === skillId)?.category ?? ''
    const comments = (texts[locale].comments as Comments)[category]
    const say = (part: 'situation' | 'keep') => (comments ? random.pick(comments[part]) : null)
    return { situation: say('situation'), keep: say('keep'), improve: null }
  }
}

/** Everyone who can publish a badge has the news of it, except of those that are published when the server starts. */
export async function tellEarnable(db: Queryable, companyId: string, people: readonly DemoPerson[], now: Date, random: Random) {
  const rule = await ruleOf(db, companyId)
  const created_at = new Date(now.getTime() - DAY_MS)
  const news: Row[] = []
  for (const person of people) {
    const standing = await standingOf(db, { companyId, userId: person.id }, now, rule)
    const earned = standing.filter(({ conditions }) => isEarned(conditions))
    const published = OWNERS.find(({ name }) => person.email.startsWith(name))?.published ?? 0
    for (const { skill_id } of earned.slice(published))
      news.push({ company_id: companyId, id: random.id(created_at), user_id: person.id, kind: 'badge_earnable', skill_id, created_at })
  }
  return news
}

type Publishing = Pick<Platform, 'db' | 'publicUrl' | 'vault'>

/** Publishes the demo's badges: when the server listens, because a badge names the server's address. */
export async function publishDemoBadges(platform: Publishing, now: Date): Promise<void> {
  const { db, vault } = platform
  const published_at = new Date(now.getTime() - PUBLISHED_DAYS_AGO * DAY_MS)
  for (const { name, published } of OWNERS) {
    const [owner] = await rows(
      db,
      { company_id: t.uuid, id: t.uuid, locale: t.oneOf<DemoPerson['locale']>(), wrapped_key: t.bytes },
      sql`select u.company_id, u.id, u.locale, c.wrapped_key from users u join companies c on c.company_id = u.company_id
        where c.badges_active and u.email like ${`${name}%`}`,
    )
    if (!owner) continue
    const viewer = {
      companyId: owner.company_id,
      userId: owner.id,
      locale: owner.locale,
      seal: vault.sealOf(owner.company_id, owner.wrapped_key),
    }
    const standing = await standingOf(db, viewer, now, await ruleOf(db, owner.company_id))
    const earned = standing.filter(({ conditions }) => isEarned(conditions)).slice(0, published)
    if (earned.length === 0) continue
    const body = { badges: earned.map(({ skill_id }) => skill_id), shown_name: 'full' } as const
    await publishBadges({ ...platform, clock: () => published_at }, viewer, body)
  }
}
