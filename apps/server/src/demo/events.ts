import { DAY_MS, HOUR_MS } from '@reflet/contract/durations'
import type { Relation } from '@reflet/contract/relations'
import { contentValues } from '../features/feedback/answers/answer-row.ts'
import { hashToken, type Vault } from '../platform/crypto.ts'
import { relationOf } from './relations.ts'
import type { FeedbackRow, RecipientRow, RequestRow, Row } from './rows.ts'
import type { Comments, DemoPerson, DemoSetting } from './story.ts'
import texts from './texts.json' with { type: 'json' }

interface Setting extends DemoSetting {
  /** The skills that this person works on. */
  readonly skillsOf: (person: DemoPerson) => readonly { id: string; category: string }[]
  readonly guests: readonly { id: string; locale: string }[]
  readonly vault: Vault
}

const ORGANISER = 'camille@nova.example'

/** Camille's events: a workshop of last week that still accepts answers, and a training that is over. */
const EVENTS = [
  { title: 'Atelier de conception avec le client', daysAgo: 4, openDays: 14, colleagues: 4, guests: 1, closed: false },
  { title: 'Formation à la facilitation', daysAgo: 62, openDays: 14, colleagues: 3, guests: 0, closed: true },
] as const

/** Events with their requests and answers: rows for every table involved. */
export function tellEvents(setting: Setting) {
  const rows = {
    events: [] as Row[],
    skills: [] as Row[],
    requests: [] as RequestRow[],
    recipients: [] as RecipientRow[],
    feedbacks: [] as FeedbackRow[],
  }
  const organiser = setting.people.find(({ email }) => email === ORGANISER)
  if (!organiser) return rows
  for (const event of EVENTS) hold(setting, rows, organiser, event)
  return rows
}

function hold(setting: Setting, rows: ReturnType<typeof tellEvents>, organiser: DemoPerson, event: (typeof EVENTS)[number]) {
  const { companyId: company_id, people, guests, now, random, seal, vault } = setting
  const day = new Date(now.getTime() - event.daysAgo * DAY_MS)
  const ends_at = new Date(day.getTime() + event.openDays * DAY_MS)
  const id = random.id(day)
  const request_id = random.id(day)
  const skills = setting.skillsOf(organiser).slice(0, 2)
  const made = { idempotency_key: `demo-${id}`, content_hash: hashToken(id), created_at: day }
  rows.requests.push({
    company_id,
    id: request_id,
    requester_id: organiser.id,
    kind: 'event',
    confidential: false,
    sealed_context: seal.seal(event.title, 'requests.sealed_context', request_id),
    expires_at: new Date(ends_at.getTime() + DAY_MS),
    ...made,
  })
  rows.events.push({
    company_id,
    id,
    organiser_id: organiser.id,
    request_id,
    takes_place_on: day.toISOString().slice(0, 10),
    ends_at,
    closed_at: event.closed ? ends_at : null,
    token_hash: hashToken(vault.deriveToken('event', id)),
    ...made,
  })
  rows.skills.push(...skills.map((skill, position) => ({ company_id, event_id: id, skill_id: skill.id, position })))

  const others = people.filter((person) => person.id !== organiser.id && !person.email.startsWith('new@'))
  const givers = [
    ...random.sample(others, event.colleagues).map((person) => ({
      user_id: person.id,
      guest_id: null,
      locale: person.locale,
      relation: relationOf(person, organiser),
    })),
    ...guests.slice(0, event.guests).map((guest) => ({
      user_id: null,
      guest_id: guest.id,
      locale: guest.locale as DemoPerson['locale'],
      relation: 'outside' as Relation,
    })),
  ]
  for (const { user_id, guest_id, locale, relation } of givers) {
    const answered_at = new Date(day.getTime() + (2 + random.below(40)) * HOUR_MS)
    const read_at = new Date(Math.min(now.getTime(), answered_at.getTime() + DAY_MS))
    const recipient_id = random.id(answered_at)
    const token_hash = guest_id ? hashToken(random.id(answered_at)) : null
    rows.recipients.push({ company_id, id: recipient_id, request_id, user_id, guest_id, relation, token_hash, created_at: answered_at })
    for (const skill of skills) {
      const feedback_id = random.id(answered_at)
      rows.feedbacks.push({
        company_id,
        id: feedback_id,
        request_id,
        recipient_id,
        receiver_id: organiser.id,
        giver_id: user_id,
        skill_id: skill.id,
        confidential: false,
        relation,
        relation_confirmed: user_id !== null,
        status: 'answered',
        ...answerOf(setting, feedback_id, locale, skill.category),
        answered_at,
        released_at: answered_at,
        read_at,
        seen_at: read_at,
        created_at: answered_at,
      })
    }
  }
}

function answerOf({ random, seal }: Setting, id: string, locale: DemoPerson['locale'], category: string) {
  const comments = (texts[locale].comments as Comments)[category]
  const say = (part: 'situation' | 'keep' | 'improve', probability: number) =>
    comments && random.chance(probability) ? random.pick(comments[part]) : null
  const [situation, keep, improve] = [say('situation', 0.8), say('keep', 0.8), say('improve', 0.6)]
  return contentValues(seal, id, { rating: 3 + random.below(3), not_observed: false, situation, keep, improve })
}
