import { describe, expect, test } from 'vitest'
import { asTime, commandOf, nextSpeed, unsigned } from './player.ts'

describe('the video player', () => {
  test('changes its speed in steps, within limits', () => {
    expect(nextSpeed(1, 1)).toBe(1.25)
    expect(nextSpeed(1, -1)).toBe(0.75)
    expect(nextSpeed(2, 1)).toBe(2)
    expect(nextSpeed(0.5, -1)).toBe(0.5)
  })

  test('formats its time', () => {
    expect(asTime(0)).toBe('0:00')
    expect(asTime(75.9)).toBe('1:15')
    expect(asTime(605)).toBe('10:05')
  })

  test('knows a film by its address without the signature', () => {
    expect(unsigned('/video-files/1?expires=2&signature=3')).toBe('/video-files/1')
    expect(unsigned('/assets/videos/first-steps.en.mp4')).toBe('/assets/videos/first-steps.en.mp4')
    expect(unsigned('https://films.example/house.mp4?size=big')).toBe('https://films.example/house.mp4?size=big')
  })

  test('has the keyboard shortcuts of other players, ignoring case', () => {
    expect(commandOf(' ')).toBe('toggle')
    expect(commandOf('K')).toBe('toggle')
    expect(commandOf('ArrowLeft')).toBe('back')
    expect(commandOf('Tab')).toBeUndefined()
  })
})
