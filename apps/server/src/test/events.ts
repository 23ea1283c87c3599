import { HOUR_MS } from '@reflet/contract/durations'
import { events } from '@reflet/contract/events'
import { feedback } from '@reflet/contract/feedback'
import { expect } from 'vitest'
import type { TestApp } from './build-test-app.ts'
import { aKey, anAnswer, type TestCompany, type TestUser } from './factories.ts'
import { eventToken, guestParams } from './requests.ts'

/** The body of a valid event of today. */
export const eventBody = (app: TestApp, skillIds: readonly string[], title = 'The June workshop') => ({
  title,
  takes_place_on: app.now().toISOString().slice(0, 10),
  skill_ids: [...skillIds],
  ends_at: new Date(app.now().getTime() + 72 * HOUR_MS).toISOString(),
  idempotency_key: aKey(),
})

let count = 0

/** Events of an organiser, and the calls of those who join them. */
export function eventCalls(app: TestApp, company: TestCompany, organiser: TestUser) {
  async function anEvent(changes: object = {}) {
    const body = { ...eventBody(app, company.skillIds.slice(0, 2)), ...changes }
    const made = await app.call(organiser, events.createEvent, { body })
    expect(made.status).toBe(200)
    return { id: made.body.id, token: eventToken(made.body) }
  }

  const about = (skill_id: string, words = {}) => ({ ...anAnswer(words), skill_id })
  const answerAs = (who: TestUser, token: string, answers = [about(company.skillIds[0] as string)]) =>
    app.call(who, events.answerEvent, { params: { token }, body: { answers } })
  const aParticipant = (changes: object = {}) => ({
    first_name: 'Nora',
    last_name: 'Lindqvist',
    email: `nora-${++count}@partner.example`,
    locale: 'ar' as const,
    ...changes,
  })
  const answerAsGuest = (token: string, participant = aParticipant(), answers = [about(company.skillIds[0] as string)]) =>
    app.call(null, events.answerEventLink, { params: { token }, body: { participant, answers } })
  const read = async () => (await app.call(organiser, feedback.listAnswers)).body
  const countOf = async (id: string) => (await app.call(organiser, events.getEvent, { params: { id } })).body.participants
  const linkParams = (link: string | null) => ({ params: guestParams(link) })
  return { anEvent, about, answerAs, aParticipant, answerAsGuest, read, countOf, linkParams }
}
