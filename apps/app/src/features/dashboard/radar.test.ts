import type { SkillStatistics } from '@reflet/contract/statistics'
import { describe, expect, test } from 'vitest'
import { angleOf, MOST_AXES, pointAt, radarAxes, runsOf } from './radar.ts'

const skill = (id: string, score: number | null, self: number | null, n = 1) =>
  ({ skill: { id, name: id }, score, n, self: self === null ? null : { rating: self } }) as SkillStatistics

const ids = (skills: readonly SkillStatistics[]) => skills.map((one) => one.skill.id)

describe('the axes of the radar', () => {
  test('are the skills with any rating, in my order', () => {
    expect(ids(radarAxes([skill('b', 3, null), skill('silent', null, null), skill('a', null, 4)]))).toEqual(['b', 'a'])
  })

  test('are the ones with most ratings if there are too many, still in my order', () => {
    const one = skill('one', null, 4)
    const few = skill('few', 3, 4, 1)
    const many = Array.from({ length: MOST_AXES - 1 }, (_, index) => skill(`many${index}`, 3, 4, 9))
    expect(ids(radarAxes([one, few, ...many]))).toEqual(['few', ...ids(many)])
    expect(ids(radarAxes([few, ...many, skill('more', 3, null, 99)]))).toEqual(['few', ...ids(many)])
  })

  test('begin at the top and go clockwise, mirrored in right-to-left languages', () => {
    const at = (axis: number, mirrored: boolean) => pointAt(angleOf(axis, 4, mirrored), 10)
    expect(at(0, false).y).toBeCloseTo(-10)
    expect(at(0, true).y).toBeCloseTo(-10)
    expect(at(1, false).x).toBeCloseTo(10)
    expect(at(1, true).x).toBeCloseTo(-10)
  })
})

describe('the line of a view', () => {
  test('is closed when every axis has a value', () => {
    expect(runsOf([1, 2, 3])).toEqual({ closed: true, runs: [[0, 1, 2, 0]] })
  })

  test('never bridges a gap, and continues over the top', () => {
    expect(runsOf([1, null, 3, 4])).toEqual({ closed: false, runs: [[2, 3, 0]] })
    expect(runsOf([1, 2, null, 4, null])).toEqual({ closed: false, runs: [[0, 1]] })
    expect(runsOf([null, null, 1])).toEqual({ closed: false, runs: [] })
    expect(runsOf([null, null])).toEqual({ closed: false, runs: [] })
  })
})
