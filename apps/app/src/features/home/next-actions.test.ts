import type { Group } from '@reflet/contract/answers'
import type { Badge } from '@reflet/contract/badges'
import { DAY_MS } from '@reflet/contract/durations'
import type { SentRequest } from '@reflet/contract/feedback'
import type { UserRecord } from '@reflet/contract/people'
import { SELF_EVALUATION_DAYS } from '@reflet/contract/skills'
import type { SkillStatistics } from '@reflet/contract/statistics'
import { describe, expect, test } from 'vitest'
import { nextActions } from './next-actions.ts'

const NOW = Date.parse('2026-06-15T12:00:00.000Z')
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS).toISOString()

const group = (id: string, created: number, due: number | null = null) =>
  ({ id, created_at: daysAgo(created), due_at: due === null ? null : daysAgo(-due), later_at: null, feedbacks: [{}] }) as unknown as Group

const recordOf = (part: { groups?: Group[]; total?: number; unread?: number; finished?: boolean; badges?: boolean } = {}) =>
  ({
    user: { is_onboarding_finished: part.finished ?? true, company: { badges_active: part.badges ?? false } },
    feedbacks: {
      received: { groups: part.groups ?? [], total: part.total ?? part.groups?.length ?? 0, requests: part.groups?.length ?? 0 },
      unread_answers: 0,
      new_answers: part.unread ?? 0,
    },
  }) as unknown as UserRecord

const skill = (judged: number | null, chosen = true) =>
  ({ chosen, self: judged === null ? null : { rating: 3, created_at: daysAgo(judged) } }) as SkillStatistics

const hierarchyOf = (count: number) => ({ hierarchical: Array.from({ length: count }), manager: null }) as never

type Rest = Partial<Omit<Parameters<typeof nextActions>[0], 'record' | 'now'>>
const actions = (part: Parameters<typeof recordOf>[0], rest: Rest = {}) =>
  nextActions({ record: recordOf(part), skills: undefined, hierarchy: undefined, badges: undefined, sent: [], now: NOW, ...rest })
const kinds = (part: Parameters<typeof recordOf>[0], skills?: SkillStatistics[], rest: Rest = {}) =>
  actions(part, { skills, ...rest }).map(({ kind }) => kind)

describe('the next actions', () => {
  test('are sorted by priority', () => {
    const badges = [{ status: 'earnable' }, { status: 'in_progress' }] as Badge[]
    const all = kinds({ groups: [group('a', 1)], unread: 2, finished: false, badges: true }, [skill(null)], {
      hierarchy: hierarchyOf(0),
      badges,
    })
    expect(all).toEqual(['answer', 'read', 'onboarding', 'badge', 'self_evaluation', 'hierarchy', 'ask'])
  })

  test('leave a postponed request until its time, and count it as every screen does', () => {
    const at = (hours: number) => ({ ...group('a', 1), later_at: new Date(NOW + hours * 3_600_000).toISOString() })
    const actionsWith = (...groups: Group[]) => actions({ groups }, { skills: [] })
    expect(actionsWith(at(1)).map(({ kind }) => kind)).not.toContain('answer')
    expect(actionsWith(at(1), group('b', 2))[0]).toMatchObject({ kind: 'answer', waiting: { answers: 2, requests: 2 }, first: { id: 'b' } })
    expect(actionsWith(at(-1))[0]).toMatchObject({ kind: 'answer', waiting: { answers: 1 } })
  })

  test('count feedbacks, not groups, and all of them', () =>
    expect(actions({ groups: [group('a', 1)], total: 15 }, { skills: [] })[0]).toMatchObject({
      kind: 'answer',
      waiting: { answers: 15, requests: 1 },
    }))

  test('are a request until it was made; then when nothing else is due and no answer is awaited', () => {
    const [open, closed] = [true, false].map((cancel) => ({ id: 'r', can: { cancel } }) as SentRequest) as [SentRequest, SentRequest]
    const answered = [{ ...skill(1), n: 3 } as SkillStatistics]
    expect(actions({}, { skills: answered })).toEqual([{ kind: 'ask', isFirst: true }])
    expect(kinds({ unread: 1 }, answered)).toEqual(['read', 'ask'])
    expect(kinds({ unread: 1 }, answered, { sent: [closed] })).toEqual(['read'])
    expect(actions({}, { skills: answered, sent: [closed] })).toEqual([{ kind: 'ask', isFirst: false }])
    expect(kinds({}, answered, { sent: [closed, open] })).toEqual([])
  })

  test('include choosing skills instead of a self-evaluation', () => expect(kinds({}, [skill(1, false)])).toEqual(['skills', 'ask']))

  test('are the request that was just sent, until the first answer, when nothing else is due', () => {
    const sent = [{ id: 'r', can: { cancel: true } } as SentRequest]
    const asked = (n: number, judged: number | null = 1) => [{ ...skill(judged), n } as SkillStatistics]
    expect(kinds({}, asked(0), { sent })).toEqual(['waiting'])
    expect(kinds({}, asked(0, null), { sent })).toEqual(['self_evaluation'])
    expect(kinds({}, asked(1), { sent })).toEqual([])
    expect(kinds({}, asked(0))).toEqual(['ask'])
  })

  test('include nothing that is not loaded yet', () => expect(kinds({ badges: true }, undefined, { sent: undefined })).toEqual([]))

  test('include the hierarchy only with badges, and only while it is empty', () => {
    expect(kinds({ badges: false }, [skill(1)], { hierarchy: hierarchyOf(0) })).toEqual(['ask'])
    expect(kinds({ badges: true }, [skill(1)], { hierarchy: hierarchyOf(1) })).toEqual(['ask'])
  })
})

test.each([
  ['the earliest date', [group('later', 9, 5), group('soon', 1, 2), group('none', 20)], 'soon'],
  ['without dates, the oldest', [group('new', 1), group('old', 8), group('mid', 3)], 'old'],
  ['of one date, the oldest', [group('new', 1, 2), group('old', 8, 2)], 'old'],
])('which request comes first: %s', (_what, groups, first) => {
  expect(actions({ groups }, { skills: [] })[0]).toMatchObject({
    kind: 'answer',
    waiting: { answers: groups.length },
    first: { id: first },
  })
})

test.each([
  ['never evaluated', [skill(null), skill(1)], { count: 1, since: null }],
  [
    'judged too long ago',
    [skill(SELF_EVALUATION_DAYS + 1), skill(SELF_EVALUATION_DAYS + 9)],
    { count: 2, since: daysAgo(SELF_EVALUATION_DAYS + 9) },
  ],
  ['both', [skill(null), skill(SELF_EVALUATION_DAYS + 1)], { count: 2, since: null }],
])('a self-evaluation is due: %s', (_what, skills, expected) => {
  expect(actions({}, { skills })[0]).toEqual({ kind: 'self_evaluation', ...expected })
})
