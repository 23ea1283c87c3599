import type { ConfidentialAnswers, NamedAnswer } from '@reflet/contract/received-answers'
import { describe, expect, test } from 'vitest'
import { confidentialWords, namedWords, startOf, toggled } from './talk.ts'

const NOW = Date.parse('2026-06-15T12:00:00Z')
const giver = { id: 'x', first_name: 'Nora', last_name: 'L', job_title: '', avatar_url: null }
const answer = (id: string, answered_at: string, keep: string | null) =>
  ({ id, giver, relation: 'equal', answered_at, situation: null, keep, improve: null }) as NamedAnswer
const comment = (id: string, keep: string) => ({ id, situation: null, keep, improve: null })
const group = (month: string, ...comments: ReturnType<typeof comment>[]) => ({ month, comments }) as unknown as ConfidentialAnswers

describe('quotes for the annual review', () => {
  const start = startOf(3, NOW)

  test('cover the same period as the statistics', () => {
    expect(start.toISOString()).toBe('2026-03-15T12:00:00.000Z')
    expect(startOf(3, Date.parse('2026-05-31T12:00:00Z')).toISOString()).toBe('2026-02-28T12:00:00.000Z')
    const answers = [answer('new', '2026-06-01T00:00:00Z', 'a'), answer('old', '2026-03-01T00:00:00Z', 'b')]
    expect(namedWords(answers, start).map(({ key }) => key)).toEqual(['new'])
    expect(confidentialWords([group('2026-03', comment('1', 'c')), group('2026-02', comment('2', 'd'))], start)).toHaveLength(1)
  })

  test('are written comments only', () => {
    expect(namedWords([answer('mute', '2026-06-01T00:00:00Z', null)], start)).toEqual([])
  })

  test('stay selected when a confidential comment comes back with another id and position', () => {
    const [first] = confidentialWords([group('2026-05', comment('1', 'clear'), comment('2', 'calm'))], start)
    const again = confidentialWords([group('2026-05', comment('3', 'calm'), comment('4', 'clear'))], start)
    expect(again.find(({ key }) => key === first?.key)?.keep).toBe('clear')
    expect(new Set(again.map(({ key }) => key)).size).toBe(2)
    expect(first?.author).toBeNull()
    expect(JSON.stringify(first)).not.toContain('"id"')
  })

  test('are selected and deselected', () => {
    expect(toggled(undefined, 'a')).toEqual(['a'])
    expect(toggled(['a', 'b'], 'a')).toEqual(['b'])
  })
})
