import * as z from 'zod/mini'
import { UserParams } from './common.ts'
import { DAY_MS } from './durations.ts'
import { endpoints } from './endpoint.ts'
import { described, named } from './openapi.ts'

/** The parts of one answer's quality and their weights, 100 in all (docs/PRODUCT.md, "Ratings and figures"). No language model, no reward for length. */
export const QUALITY_WEIGHTS = { situation: 25, improve: 25, keep: 20, prompt: 10, useful: 20 } as const
export type QualityPart = keyof typeof QUALITY_WEIGHTS
export const QUALITY_PARTS = Object.keys(QUALITY_WEIGHTS) as QualityPart[]
/** Minimum length of a text in graphemes: the same effort in every language and script. */
const GIVEN_GRAPHEMES = 15
/** An answer is prompt within so many days of the request. */
export const PROMPT_DAYS = 7
export const MAX_STARS = 5
/** The period of a person's index. */
export const QUALITY_MONTHS = 12

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Whether a text has the minimum length, in grapheme clusters. Stops counting when it does. */
export function isGiven(text: string | null | undefined): boolean {
  let count = 0
  for (const _ of segmenter.segment(text?.trim() ?? '')) if (++count >= GIVEN_GRAPHEMES) return true
  return false
}

export const isPrompt = (askedAt: Date, answeredAt: Date) => answeredAt.getTime() - askedAt.getTime() <= PROMPT_DAYS * DAY_MS

export interface QualityFacts {
  readonly situation: boolean
  readonly improve: boolean
  readonly keep: boolean
  readonly prompt: boolean
  /** The receiver's usefulness rating, 1–5; null while there is none. */
  readonly stars: number | null
}

/** Points per part, of 100 in all; `useful` is null while the receiver has not rated. */
export type QualityPoints = { [Part in QualityPart]: number | null }

/**
 * One answer's quality, 0–100 (docs/PRODUCT.md, "Ratings and figures"). The usefulness rating counts `stars / 5` of its weight; without it
 * its weight is dropped and the rest rescaled to 100: `weights` is the maximum of each part, `points` its value.
 */
export function qualityOf(facts: QualityFacts): { index: number; points: QualityPoints; weights: QualityPoints } {
  const shares: QualityPoints = {
    situation: Number(facts.situation),
    improve: Number(facts.improve),
    keep: Number(facts.keep),
    prompt: Number(facts.prompt),
    useful: facts.stars === null ? null : facts.stars / MAX_STARS,
  }
  const sum = (values: QualityPoints) => QUALITY_PARTS.reduce((total, part) => total + (values[part] ?? 0), 0)
  const each = (value: (part: QualityPart) => number) =>
    Object.fromEntries(QUALITY_PARTS.map((part) => [part, shares[part] === null ? null : value(part)])) as QualityPoints
  const possible = sum(each((part) => QUALITY_WEIGHTS[part]))
  const weights = each((part) => (QUALITY_WEIGHTS[part] * 100) / possible)
  const points = each((part) => (shares[part] ?? 0) * (weights[part] ?? 0))
  return { index: Math.round(sum(points)), points, weights }
}

const share = z.number().check(z.minimum(0), z.maximum(1))

/** The quality of my own feedback, visible to me only; people are never ranked. */
export const QualityIndex = named(
  z.object({
    index: described(z.nullable(z.number()), 'Mean of the answers of the last 12 months, 0–100; null without any'),
    n: described(z.int(), 'Answers behind it; "I haven’t seen it" is not one'),
    rated: described(z.int(), 'Of these, how many their receivers rated'),
    parts: described(
      z.nullable(z.object({ situation: share, improve: share, keep: share, prompt: share, useful: z.nullable(share) })),
      'Mean share of each part that was reached, 0–1; null without any answer',
    ),
    trend: z.array(z.object({ month: described(z.string(), 'YYYY-MM'), index: z.number(), n: z.int() })),
  }),
  'QualityIndex',
)
export type QualityIndex = z.infer<typeof QualityIndex>

export const quality = endpoints({
  getQualityIndex: {
    method: 'GET',
    path: '/api/users/:userId/quality-index',
    access: 'employee',
    summary: 'How well I give feedback: my own index with its parts',
    params: UserParams,
    response: QualityIndex,
  },
})
