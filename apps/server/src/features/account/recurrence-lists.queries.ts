import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { listRecurrences } from '../feedback/recurrences/recurrences.queries.ts'
import { type List, listWith, sheet, walk } from './lists.ts'

const NO_MEMBER = { first_name: '', last_name: '', email: '', asked_at: null }

/** The viewer's recurring requests; one line for each person of the pool, or one line if the pool is empty. */
export const listsOfRecurrences = (platform: Platform, viewer: Viewer): List[] => [
  listWith(
    'recurrences',
    walk(
      (cursor) => listRecurrences(platform, viewer, cursor),
      ({ recurrences }) => recurrences,
    ),
    sheet(
      'recurrences',
      (recurrence) => (recurrence.pool.length > 0 ? recurrence.pool : [NO_MEMBER]).map((member) => ({ recurrence, member })),
      {
        created_at: ({ recurrence }) => recurrence.created_at,
        state: ({ recurrence }) => recurrence.state,
        skills: ({ recurrence }) => recurrence.skills.map(({ name }) => name).join(' · '),
        context: ({ recurrence }) => recurrence.context,
        message: ({ recurrence }) => recurrence.message,
        confidential: ({ recurrence }) => recurrence.confidential,
        every: ({ recurrence }) => `${recurrence.every.count} ${recurrence.every.unit}`,
        per_round: ({ recurrence }) => recurrence.per_round,
        starts_on: ({ recurrence }) => recurrence.starts_on,
        ends_on: ({ recurrence }) => ('date' in recurrence.ends ? recurrence.ends.date : null),
        max_rounds: ({ recurrence }) => ('rounds' in recurrence.ends ? recurrence.ends.rounds : null),
        rounds_sent: ({ recurrence }) => recurrence.rounds_sent,
        last_round_at: ({ recurrence }) => recurrence.last_round_at,
        person: ({ member }) => [member.first_name, member.last_name].filter(Boolean).join(' '),
        person_email: ({ member }) => member.email,
        person_asked_at: ({ member }) => member.asked_at,
      },
    ),
  ),
]
