import { DAY_MS } from '@reflet/contract/durations'
import { CreateRequestBody, MAX_DUE_DAYS } from '@reflet/contract/feedback'
import { describe, expect, test } from 'vitest'
import { Problem } from '../../../platform/errors.ts'
import type { Known } from './request-context.queries.ts'
import { planRequest, type RequestFacts } from './request-plan.ts'

const DAY = DAY_MS
const now = new Date('2026-03-02T09:00:00Z')
const uuid = (number: number) => `0199aaaa-0000-7000-8000-${String(number).padStart(12, '0')}`
const ANNOUNCING = { id: uuid(1), catalogue_key: 'a', names: null, descriptions: null }
const LISTENING = { id: uuid(2), catalogue_key: 'b', names: null, descriptions: null }
const CAMILLE = uuid(100)

const colleague = (number: number) => ({
  id: uuid(number),
  email: `p${number}@own.example`,
  first_name: `First ${number}`,
  last_name: `Last ${number}`,
  avatar_url: null,
  counts: true,
})

const nothingKnown = (): Known => ({
  expiry_days: 30,
  skills: [ANNOUNCING, LISTENING],
  colleagues: { users: [colleague(101), colleague(102), colleague(103)], contacts: null },
  guests: null,
  former: null,
  sent: null,
})

function plan(body: object, { known = {}, ...changes }: { known?: Partial<Known> } & Partial<Omit<RequestFacts, 'known'>> = {}) {
  let made = 0
  const { idempotency_key, ...parsed } = CreateRequestBody.parse({
    skill_ids: [ANNOUNCING.id],
    recipients: [{ user_id: uuid(101) }],
    idempotency_key: 'the-same-key',
    ...body,
  })
  return planRequest({
    body: parsed,
    known: { ...nothingKnown(), ...known },
    viewer: { userId: CAMILLE, locale: 'fr', threshold: 3 },
    now,
    newId: () => `id-${++made}`,
    ...changes,
  })
}

function refusalOf(body: object, known: Partial<Known> = {}) {
  try {
    plan(body, { known })
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
  return null
}

const outsider = { email: 'out@side.example', first_name: 'Olga', last_name: 'Out' }

describe('the plan of a request', () => {
  test('has one feedback per recipient and skill, and a new id for each row', () => {
    const made = plan({ skill_ids: [ANNOUNCING.id, LISTENING.id], recipients: [{ user_id: uuid(101) }, outsider] })
    expect(made.feedbacks.map(({ recipient, skill }) => [recipient.email, skill.id])).toEqual([
      ['p101@own.example', ANNOUNCING.id],
      ['p101@own.example', LISTENING.id],
      ['out@side.example', ANNOUNCING.id],
      ['out@side.example', LISTENING.id],
    ])
    const ids = [
      made.id,
      ...made.recipients.flatMap((one) => [one.id, one.guest_id ?? [], one.news_id, one.mail_id].flat()),
      ...made.feedbacks.map(({ id }) => id),
    ]
    expect(new Set(ids).size).toBe(1 + 3 + 4 + 4)
  })

  test('sends after the undo window and expires after the company’s days, or at a later deadline', () => {
    const made = plan({})
    expect([made.send_after, made.expires_at]).toEqual([new Date('2026-03-02T09:00:10Z'), new Date(now.getTime() + 30 * DAY)])
    const due = new Date(now.getTime() + 40 * DAY)
    expect(plan({ due_at: due.toISOString() })).toMatchObject({ due_at: due, expires_at: due })
    expect(plan({ due_at: new Date(now.getTime() + DAY).toISOString() }).expires_at).toEqual(new Date(now.getTime() + 30 * DAY))
  })

  test('deduplicates: the address of a colleague is that colleague', () => {
    const { recipients } = plan({ recipients: [{ user_id: uuid(101).toUpperCase() }, { email: 'P101@own.example' }, outsider, outsider] })
    expect(recipients.map(({ user_id, email }) => [user_id, email])).toEqual([
      [uuid(101), 'p101@own.example'],
      [null, 'out@side.example'],
    ])
  })

  test('takes the relation from the contacts, by id before by address', () => {
    const lists = {
      users: [colleague(101), colleague(102)],
      contacts: [
        { user_id: null, email: 'p101@own.example', relation: 'equal' as const },
        { user_id: uuid(101), email: null, relation: 'superior' as const },
        { user_id: null, email: outsider.email, relation: 'equal' as const },
      ],
    }
    const { recipients } = plan(
      { recipients: [{ user_id: uuid(101) }, { user_id: uuid(102) }, outsider, { email: 'new@side.example' }] },
      { known: { colleagues: lists } },
    )
    expect(recipients.map(({ relation }) => relation)).toEqual(['superior', 'coworker', 'equal', 'outside'])
  })

  test('gives an external person the names and the language of this request, else those of the last one', () => {
    const guests = [{ email: outsider.email, stopped: true, first_name: 'Before', last_name: 'Then' }]
    const [typed] = plan({ recipients: [{ ...outsider, locale: 'ar' }] }, { known: { guests } }).recipients
    expect(typed).toMatchObject({ first_name: 'Olga', last_name: 'Out', locale: 'ar', stopped: true })
    const [kept] = plan({ recipients: [{ email: outsider.email }] }, { known: { guests } }).recipients
    expect(kept).toMatchObject({ first_name: 'Before', last_name: 'Then', locale: 'fr' })
    const [unnamed] = plan({ recipients: [{ email: outsider.email }] }).recipients
    expect(unnamed).toMatchObject({ first_name: '', last_name: '', stopped: false })
  })

  const colleagues = (...numbers: number[]) => numbers.map((number) => ({ user_id: uuid(number) }))
  test.each([
    ['no confidential request to three colleagues', { confidential: true, recipients: colleagues(101, 102, 103) }, null],
    [
      'a confidential one to two and an external person',
      { confidential: true, recipients: [...colleagues(101, 102), outsider] },
      'confidential_needs_more_people',
    ],
    ['a skill that is not of the company', { skill_ids: [uuid(9)] }, 'not_found'],
    ['a colleague who is not of the company', { recipients: [{ user_id: uuid(104) }] }, 'not_found'],
    ['a deadline that has passed', { due_at: now.toISOString() }, 'due_in_past'],
    ['a deadline too far ahead', { due_at: new Date(now.getTime() + MAX_DUE_DAYS * DAY + 1).toISOString() }, 'due_too_far'],
  ])('refuses %s', (_, body, code) => {
    expect(refusalOf(body)).toBe(code)
  })

  test('refuses a request to oneself, by id and by address', () => {
    const users = [{ ...colleague(100), id: CAMILLE }]
    const known = { colleagues: { users, contacts: null } }
    expect(refusalOf({ recipients: [{ user_id: CAMILLE }] }, known)).toBe('cannot_ask_yourself')
    expect(refusalOf({ recipients: [{ email: 'p100@own.example' }] }, known)).toBe('cannot_ask_yourself')
  })
})
