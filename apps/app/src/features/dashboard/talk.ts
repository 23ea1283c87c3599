import type { ConfidentialAnswers, NamedAnswer } from '@reflet/contract/received-answers'
import type { Relation } from '@reflet/contract/relations'
import { fingerprint } from '../../platform/drafts.ts'
import type { Period } from '../statistics/statistics.api.ts'

export const NOTES = ['proud', 'grow', 'need'] as const
export type Note = (typeof NOTES)[number]

/** The draft for the annual review. It stays on the device; of others' comments it stores only which ones were selected. */
export interface Talk {
  /** Excluded skills. */
  left_out: string[]
  /** Keys of the selected quotes, by skill. */
  words: Record<string, string[]>
  with_names: boolean
  notes: Record<Note, string>
}

export const BLANK: Talk = { left_out: [], words: {}, with_names: true, notes: { proud: '', grow: '', need: '' } }

interface Parts {
  situation: string | null
  keep: string | null
  improve: string | null
}

/** A comment about a skill that may be quoted. A confidential one has neither author nor date. */
export interface Words extends Parts {
  key: string
  author: { first_name: string; last_name: string; relation: Relation } | null
  /** An instant for a named comment, a month for a confidential one. */
  when: string
}

const isWritten = ({ situation, keep, improve }: Parts) => Boolean(situation || keep || improve)
const partsOf = ({ situation, keep, improve }: Parts): Parts => ({ situation, keep, improve })

/** The start of the period. Three months before the 31st of May is the last day of February. */
export function startOf(months: Period, now: number): Date {
  const start = new Date(now)
  const day = start.getUTCDate()
  start.setUTCMonth(start.getUTCMonth() - months)
  if (start.getUTCDate() !== day) start.setUTCDate(0)
  return start
}

export const namedWords = (answers: readonly NamedAnswer[], start: Date): Words[] =>
  answers
    .filter((answer) => isWritten(answer) && new Date(answer.answered_at) >= start)
    .map(({ id, giver, relation, answered_at, ...parts }) => ({
      key: id,
      author: { first_name: giver.first_name, last_name: giver.last_name, relation },
      when: answered_at,
      ...partsOf(parts),
    }))

/** A confidential comment gets a new id and position on each read: only its text identifies it. */
const confidentialKey = (month: string, { situation, keep, improve }: Parts) => fingerprint([month, situation, keep, improve].join('\n'))

export const confidentialWords = (groups: readonly ConfidentialAnswers[], start: Date): Words[] =>
  groups
    .filter(({ month }) => month >= start.toISOString().slice(0, 7))
    .flatMap(({ month, comments }) =>
      comments.map((parts) => ({ key: confidentialKey(month, parts), author: null, when: month, ...partsOf(parts) })),
    )

export const toggled = (keys: readonly string[] = [], key: string) =>
  keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key]
