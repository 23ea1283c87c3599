import { z } from 'zod'
import { UserParams } from './common.ts'
import { endpoints } from './endpoint.ts'

/** The parts of one answer's quality and their weights, 100 in all (product.md §2). No language model, no reward for length. */
export const QUALITY_WEIGHTS = { situation: 25, improve: 25, keep: 20, prompt: 10, useful: 20 } as const
export type QualityPart = keyof typeof QUALITY_WEIGHTS
export const QUALITY_PARTS = Object.keys(QUALITY_WEIGHTS) as QualityPart[]
/** From so many graphemes on, a text counts as given: the same effort in every language and script. */
const GIVEN_GRAPHEMES = 15
/** An answer is prompt within so many days of the request. */
export const PROMPT_DAYS = 7
export const MAX_STARS = 5
/** How far a person's index looks back. */
export const QUALITY_MONTHS = 12

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Whether a text says enough to count, in what a reader sees as characters. Stops counting when it does. */
export function isGiven(text: string | null | undefined): boolean {
  let count = 0
  for (const _ of segmenter.segment(text?.trim() ?? '')) if (++count >= GIVEN_GRAPHEMES) return true
  return false
}

export const isPrompt = (askedAt: Date, answeredAt: Date) => answeredAt.getTime() - askedAt.getTime() <= PROMPT_DAYS * 86_400_000

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
 * One answer's quality, 0–100 (product.md §2). The usefulness rating counts `stars / 5` of its weight; while it is missing its
 * weight is dropped and the rest rescaled to 100: `weights` is what each part can give then, `points` what it gives.
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

const share = z.number().min(0).max(1)

/** How well I give feedback, for my eyes only; people are never ranked. */
export const QualityIndex = z
  .object({
    index: z.number().nullable().describe('Mean of the answers of the last 12 months, 0–100; null without any'),
    n: z.int().describe('Answers behind it; "I haven’t seen it" is not one'),
    rated: z.int().describe('Of these, how many their receivers rated'),
    parts: z
      .object({ situation: share, improve: share, keep: share, prompt: share, useful: share.nullable() })
      .nullable()
      .describe('Mean share of each part that was reached, 0–1; null without any answer'),
    trend: z.array(z.object({ month: z.string().describe('YYYY-MM'), index: z.number(), n: z.int() })),
  })
  .meta({ id: 'QualityIndex' })
export type QualityIndex = z.infer<typeof QualityIndex>

export const quality = endpoints({
  getQualityIndex: {
    method: 'GET',
    path: '/api/users/:userId/quality-index',
    access: 'employee',
    summary: 'How well I give feedback: my index with its parts; nobody else’s',
    params: UserParams,
    response: QualityIndex,
  },
})
