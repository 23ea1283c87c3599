import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { listTries } from '../feedback/growth/growth.queries.ts'
import { fields, type List, list, nameOf, once, walk } from './lists.ts'
import { notesWrittenBy } from './stored.queries.ts'

/** What the viewer tries after answers, and what they wrote as a manager about answers that were shared with them. */
export const listsOfGrowth = ({ db, clock }: Platform, viewer: Viewer): List[] => [
  list(
    'tries',
    {
      ...fields('created_at'),
      skill: ({ skill }) => skill.name,
      giver: ({ giver }) => nameOf(giver),
      ...fields('text', 'status', 'outcome', 'outcome_at'),
    },
    walk(
      (cursor) => listTries(db, viewer, clock(), {}, cursor),
      ({ tries }) =>
        tries.map(({ id, skill, giver, text, created_at, status, outcome, outcome_at }) => {
          return { id, skill, giver, text, created_at, status, outcome, outcome_at }
        }),
    ),
  ),
  list(
    'notes_written',
    { ...fields('noted_at'), to: ({ to }) => nameOf(to), ...fields('note') },
    once(() => notesWrittenBy(db, viewer)),
  ),
]
