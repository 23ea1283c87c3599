import { describe, expect, test } from 'vitest'
import { asTime, commandOf, nextSpeed } from './player.ts'

describe('a film', () => {
  test('runs faster and slower in steps, and stops at the ends', () => {
    expect(nextSpeed(1, 1)).toBe(1.25)
    expect(nextSpeed(1, -1)).toBe(0.75)
    expect(nextSpeed(2, 1)).toBe(2)
    expect(nextSpeed(0.5, -1)).toBe(0.5)
  })

  test('tells its time', () => {
    expect(asTime(0)).toBe('0:00')
    expect(asTime(75.9)).toBe('1:15')
    expect(asTime(605)).toBe('10:05')
  })

  test('is led by the keys of other players, whatever the case', () => {
    expect(commandOf(' ')).toBe('toggle')
    expect(commandOf('K')).toBe('toggle')
    expect(commandOf('ArrowLeft')).toBe('back')
    expect(commandOf('Tab')).toBeUndefined()
  })
})
