import { expect, test } from 'vitest'
import { QUALITY_PARTS, type QualityFacts, type QualityPoints, qualityOf } from './quality.ts'

const yesOrNo = [false, true]
const all: QualityFacts[] = yesOrNo.flatMap((situation) =>
  yesOrNo.flatMap((improve) =>
    yesOrNo.flatMap((keep) => yesOrNo.flatMap((prompt) => [null, 1, 3, 5].map((stars) => ({ situation, improve, keep, prompt, stars })))),
  ),
)
const sum = (values: QualityPoints) => QUALITY_PARTS.reduce((total, part) => total + (values[part] ?? 0), 0)

test('an answer and its parts have 0 to 100 points, rated or not', () => {
  for (const facts of all) {
    const { index, points, weights } = qualityOf(facts)
    expect(sum(weights)).toBeCloseTo(100, 9)
    expect(Math.round(sum(points))).toBe(index)
    expect(points.useful === null).toBe(facts.stars === null)
  }
})

test('without a rating the other parts are rescaled', () => {
  const whole = { situation: true, improve: true, keep: true, prompt: true }
  expect(qualityOf({ ...whole, stars: null })).toMatchObject({
    index: 100,
    points: { situation: 31.25, keep: 25, prompt: 12.5, useful: null },
  })
  expect(qualityOf({ ...whole, stars: 3 })).toMatchObject({ index: 92, points: { situation: 25, keep: 20, prompt: 10, useful: 12 } })
  expect(qualityOf({ ...whole, improve: false, stars: null }).index).toBe(69)
})
