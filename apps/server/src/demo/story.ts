import type { FeedbackStatus } from '@reflet/contract/answers'
import type { Locale } from '@reflet/contract/common'
import { DAY_MS, HOUR_MS } from '@reflet/contract/durations'
import type { Relation } from '@reflet/contract/relations'
import { contentValues } from '../features/feedback/answers/answer-row.ts'
import { hashToken, type Seal } from '../platform/crypto.ts'
import type { Random } from './random.ts'
import { relationOf } from './relations.ts'
import type { FeedbackRow, RecipientRow, RequestRow, Row, UserSkillRow } from './rows.ts'
import texts from './texts.json' with { type: 'json' }

export interface DemoPerson {
  readonly id: string
  readonly email: string
  readonly locale: Locale
}
export interface DemoSkill {
  readonly id: string
  readonly category: string
}

/** What each part of the demo data is made of. */
export interface DemoSetting {
  readonly companyId: string
  readonly people: readonly DemoPerson[]
  readonly now: Date
  readonly random: Random
  readonly seal: Seal
}
type Setting = DemoSetting & { readonly skills: readonly DemoSkill[] }
export type Comments = Record<string, Record<'situation' | 'keep' | 'improve', string[]>>

const MONTHS = 6
const EXPIRY_DAYS = 30
const THRESHOLD = 3
const OUTSIDERS = [
  { email: 'nadia.rossi@atelier-partner.example', first_name: 'Nadia', last_name: 'Rossi', locale: 'fr' },
  { email: 'j.whitmore@harbour-retail.example', first_name: 'James', last_name: 'Whitmore', locale: 'en' },
  { email: 'k.brandt@nordlicht.example', first_name: 'Katrin', last_name: 'Brandt', locale: 'de' },
] as const

/** Six months of requests, answers and self-evaluations: rows for every table of the feedback feature. */
export function tellStory(setting: Setting) {
  const { companyId: company_id, people, skills, now, random } = setting
  const start = new Date(now.getTime() - MONTHS * 30 * DAY_MS)
  const rows = {
    userSkills: [] as UserSkillRow[],
    selfEvaluations: [] as Row[],
    guests: OUTSIDERS.map((guest) => ({ company_id, id: random.id(start), ...guest, created_at: start })),
    requests: [] as RequestRow[],
    recipients: [] as RecipientRow[],
    feedbacks: [] as FeedbackRow[],
    news: [] as Row[],
  }

  const settled = people.filter(({ email }) => !email.startsWith('new@'))
  for (const person of settled) {
    const chosen = random.sample(skills, 6 + random.below(3))
    chosen.forEach((skill, position) => {
      rows.userSkills.push({ company_id, user_id: person.id, skill_id: skill.id, position, chosen_at: start })
      const first = 2 + random.below(4)
      for (const [daysAgo, rating] of [
        [150, first],
        [30, Math.min(5, first + random.below(2))],
      ] as const) {
        const created_at = new Date(now.getTime() - daysAgo * DAY_MS)
        rows.selfEvaluations.push({ company_id, id: random.id(created_at), user_id: person.id, skill_id: skill.id, rating, created_at })
      }
    })
    const talent = chosen.map(() => 2.4 + random.below(24) / 10)
    for (const daysAgo of [172, 141, 118, 92, 64, 43, 24, 11, 4, 1]) {
      ask(setting, rows, person, chosen, talent, daysAgo)
    }
  }
  rows.news.sort((a, b) => Number(a.created_at) - Number(b.created_at))
  return rows
}

type Rows = ReturnType<typeof tellStory>

/** One request of one person some days ago, with its answers. */
function ask(setting: Setting, rows: Rows, requester: DemoPerson, chosen: DemoSkill[], talent: number[], daysAgo: number): void {
  const { companyId: company_id, people, now, random, seal } = setting
  const created_at = new Date(now.getTime() - daysAgo * DAY_MS - random.below(8) * HOUR_MS)
  const others = people.filter(({ id, email }) => id !== requester.id && (daysAgo < 30 || !email.startsWith('new@')))
  const asked = random.sample(others, Math.min(others.length, 3 + random.below(3)))
  const confidential = asked.length >= THRESHOLD && daysAgo > 4 && random.chance(0.3)
  const words = texts[requester.locale]
  const id = random.id(created_at)
  rows.requests.push({
    company_id,
    id,
    requester_id: requester.id,
    confidential,
    sealed_context: seal.seal(random.pick(words.contexts), 'requests.sealed_context', id),
    sealed_message: random.chance(0.7) ? seal.seal(random.pick(words.messages), 'requests.sealed_message', id) : null,
    due_at: daysAgo < 10 ? new Date(created_at.getTime() + 21 * DAY_MS) : null,
    expires_at: new Date(created_at.getTime() + EXPIRY_DAYS * DAY_MS),
    idempotency_key: `demo-${id}`,
    content_hash: hashToken(id),
    ...(confidential && { asked_colleagues: asked.length, asked_outsiders: 0 }),
    created_at,
  })
  const about = random.sample([...chosen.keys()], 1 + random.below(3))
  const guest = !confidential && random.chance(0.25) ? random.pick(rows.guests) : null
  const givers = [
    ...asked.map((person) => ({ user: person, guest: null, locale: person.locale, relation: relationOf(person, requester) })),
    ...(guest ? [{ user: null, guest, locale: guest.locale, relation: 'outside' as Relation }] : []),
  ]
  for (const giver of givers) {
    const recipient_id = random.id(created_at)
    rows.recipients.push({
      company_id,
      id: recipient_id,
      request_id: id,
      user_id: giver.user?.id ?? null,
      guest_id: giver.guest?.id ?? null,
      relation: giver.relation,
      token_hash: giver.guest ? hashToken(random.id(created_at)) : null,
      counts_until: confidential ? new Date(created_at.getTime() + EXPIRY_DAYS * DAY_MS) : null,
      created_at,
    })
    const status = statusOf(random, daysAgo)
    const answered_at = new Date(
      Math.min(created_at.getTime() + (1 + random.below(Math.min(daysAgo, 9) * 20)) * HOUR_MS, now.getTime() - HOUR_MS),
    )
    for (const index of about) {
      const skill = chosen[index] as DemoSkill
      const answered = status === 'answered'
      const feedback_id = random.id(created_at)
      rows.feedbacks.push({
        company_id,
        id: feedback_id,
        request_id: id,
        recipient_id,
        receiver_id: requester.id,
        giver_id: giver.user?.id ?? null,
        skill_id: skill.id,
        confidential,
        relation: giver.relation,
        relation_confirmed: answered && !confidential && giver.user !== null,
        status,
        created_at,
        ...(answered && answerOf(setting, feedback_id, giver.locale, skill.category, talent[index] ?? 3, answered_at)),
        released_at: answered && !confidential ? answered_at : null,
        ...readAt(answered && !confidential && daysAgo > 11 ? new Date(answered_at.getTime() + DAY_MS) : null),
      })
      if (answered && !confidential && daysAgo < 30) {
        const { id: skill_id } = skill
        rows.news.push({
          company_id,
          id: random.id(answered_at),
          user_id: requester.id,
          kind: 'answer_received',
          actor_id: giver.user?.id ?? null,
          guest_id: giver.guest?.id ?? null,
          feedback_id,
          skill_id,
          request_id: id,
          created_at: answered_at,
          read_at: daysAgo > 11 ? answered_at : null,
        })
      }
    }
    if (giver.user && status === 'pending') {
      rows.news.push({
        company_id,
        id: random.id(created_at),
        user_id: giver.user.id,
        kind: 'request_received',
        actor_id: requester.id,
        request_id: id,
        created_at,
        read_at: daysAgo > 2 ? now : null,
      })
    }
  }
  if (confidential) release(rows, id, daysAgo)
}

function statusOf(random: Random, daysAgo: number): FeedbackStatus {
  if (daysAgo <= 2) return random.chance(0.5) ? 'answered' : 'pending'
  if (random.chance(daysAgo > EXPIRY_DAYS ? 0.86 : 0.84)) return 'answered'
  if (random.chance(0.3)) return 'declined'
  return daysAgo > EXPIRY_DAYS ? 'expired' : 'pending'
}

function answerOf({ random, seal }: Setting, id: string, locale: Locale, category: string, talent: number, answered_at: Date) {
  if (random.chance(0.06)) return { not_observed: true, answered_at }
  const rating = Math.max(1, Math.min(5, Math.round(talent + (random.below(5) - 2) * 0.6)))
  const comments = (texts[locale].comments as Comments)[category]
  const say = (part: 'situation' | 'keep' | 'improve', probability: number) =>
    comments && random.chance(probability) ? random.pick(comments[part]) : null
  const [situation, keep, improve] = [say('situation', rating <= 2 ? 1 : 0.75), say('keep', 0.7), say('improve', 0.55)]
  return { ...contentValues(seal, id, { rating, not_observed: false, situation, keep, improve }), answered_at }
}

/** What was read was seen, too. */
const readAt = (at: Date | null) => ({ read_at: at, seen_at: at })

/** Confidential answers on a skill are released in groups of at least the threshold, as the server does. */
function release(rows: Rows, requestId: string, daysAgo: number): void {
  const answered = rows.feedbacks.filter((f) => f.request_id === requestId && f.status === 'answered')
  for (const skillId of new Set(answered.map((f) => f.skill_id))) {
    const waiting = answered.filter((f) => f.skill_id === skillId).sort((a, b) => Number(a.answered_at) - Number(b.answered_at))
    while (waiting.length >= THRESHOLD) {
      const batch = waiting.splice(0, THRESHOLD)
      const released_at = batch.at(-1)?.answered_at ?? null
      for (const feedback of batch) {
        feedback.released_at = released_at
        feedback.counts_for_badges = true
        Object.assign(feedback, readAt(daysAgo > 11 ? released_at : null))
      }
    }
  }
}
