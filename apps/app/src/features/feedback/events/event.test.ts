import { default as jsQR } from 'jsqr'
import { describe, expect, test } from 'vitest'
import { dayOf } from '../../../platform/days.ts'
import { asSvg, qrOf } from '../../../ui/qr.ts'
import { emptyEvent, endsOf, lastDayOf, toEvent } from './event.ts'

describe('a draft of an event', () => {
  test('closes at the end of a day, in the device’s time zone', () => {
    expect([endsOf('2026-03-27', 'day'), endsOf('2026-03-27', 'week'), endsOf('2026-12-20', 'month')].map(dayOf)).toEqual([
      '2026-03-27',
      '2026-04-03',
      '2027-01-19',
    ])
    // Also across the daylight saving change.
    for (const until of ['day', 'week', 'month', 'quarter'] as const) {
      const end = endsOf('2026-03-27', until)
      expect([end.getHours(), end.getMinutes()]).toEqual([23, 59])
    }
    expect(lastDayOf('2026-03-27')).toBe('2026-06-25')
  })

  test('is sent as typed, trimmed, with the same idempotency key each time', () => {
    const draft = { ...emptyEvent(new Date(2026, 5, 1)), title: '  Retro ', skillIds: ['a'] }
    expect(toEvent(draft)).toEqual(toEvent(draft))
    expect(toEvent(draft)).toMatchObject({ title: 'Retro', takes_place_on: '2026-06-01', skill_ids: ['a'], confidential: false })
  })
})

describe('the QR code', () => {
  const link = `https://reflet.example/event/${'aZ09_-'.repeat(7)}x`
  const SCALE = 4

  /** The code as a camera sees it. */
  function pixels({ size, runs }: ReturnType<typeof qrOf>) {
    const side = size * SCALE
    const data = new Uint8ClampedArray(side * side * 4).fill(255)
    for (const { x, y, length } of runs) {
      for (let row = y * SCALE; row < (y + 1) * SCALE; row++) {
        for (let column = x * SCALE; column < (x + length) * SCALE; column++) data.set([0, 0, 0], (row * side + column) * 4)
      }
    }
    return { data, side }
  }

  test('decodes to the URL', () => {
    const { data, side } = pixels(qrOf(link))
    expect(jsQR(data, side, side)?.data).toBe(link)
  })

  test('has a quiet zone of four modules', () => {
    const { size, runs } = qrOf(link)
    const edges = [...runs.map(({ x }) => x), ...runs.map(({ y }) => y)]
    expect(Math.min(...edges)).toBe(4)
    expect(Math.max(...runs.map(({ x, length }) => x + length))).toBe(size - 4)
    expect(asSvg(qrOf(link))).toContain(`viewBox="0 0 ${size} ${size}"`)
  })
})
