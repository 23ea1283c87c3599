import { describe, expect, test } from 'vitest'
import { instantOf, instantsOf, proposedSlots, slotOf, slotProblems } from './slots.ts'

const PARIS = 'Europe/Paris'
const FRIDAY = new Date('2026-11-20T09:00:00Z')

describe('a time', () => {
  test.each([
    ['2026-06-10', '10:00', PARIS, '2026-06-10T08:00:00.000Z'],
    ['2026-11-25', '10:00', PARIS, '2026-11-25T09:00:00.000Z'],
    // The clocks change on that day, after and before.
    ['2026-03-29', '01:30', PARIS, '2026-03-29T00:30:00.000Z'],
    ['2026-03-29', '10:00', PARIS, '2026-03-29T08:00:00.000Z'],
    ['2026-10-25', '10:00', PARIS, '2026-10-25T09:00:00.000Z'],
    ['2026-11-25', '00:15', 'Pacific/Auckland', '2026-11-24T11:15:00.000Z'],
    ['2026-11-25', '23:45', 'America/St_Johns', '2026-11-26T03:15:00.000Z'],
  ])('%s %s in %s is %s, and back', (date, time, zone, instant) => {
    expect(instantOf({ date, time }, zone)?.toISOString()).toBe(instant)
    expect(slotOf(instant, zone)).toEqual({ date, time })
  })

  test('that is half typed is null', () => {
    expect(instantOf({ date: '', time: '10:00' }, PARIS)).toBeNull()
    expect(instantsOf([{ date: '2026-11-25', time: '' }], PARIS)).toEqual([])
  })
})

test('the default times are on working days: on a Friday from Monday on', () => {
  expect(proposedSlots(PARIS, FRIDAY)).toEqual([
    { date: '2026-11-23', time: '10:00' },
    { date: '2026-11-24', time: '15:00' },
    { date: '2026-11-25', time: '10:00' },
  ])
  // It is Saturday there already.
  expect(proposedSlots('Pacific/Auckland', new Date('2026-11-20T12:00:00Z'))[0]?.date).toBe('2026-11-23')
})

test('each past, too distant, duplicate or missing time has its own error', () => {
  const slots = [
    { date: '2026-11-20', time: '09:59' },
    { date: '2026-11-20', time: '10:01' },
    { date: '2026-11-20', time: '10:01' },
    { date: '', time: '' },
    { date: '2027-02-19', time: '10:00' },
  ]
  expect(slotProblems(slots, PARIS, FRIDAY)).toEqual(['slot_in_past', null, 'twice', 'missing', 'slot_too_far'])
})
