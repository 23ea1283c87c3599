import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { listCoffee } from '../coffee/coffee.queries.ts'
import { fields, type List, list, walk } from './lists.ts'

type Meeting = Awaited<ReturnType<typeof listCoffee>>['coffee_requests'][number]

const other = ({ is_mine, organiser, invitee }: Pick<Meeting, 'is_mine' | 'organiser' | 'invitee'>) => {
  const { first_name, last_name } = is_mine ? invitee : organiser
  return [first_name, last_name].filter(Boolean).join(' ')
}

/** Coffee chats that the viewer proposed or was invited to. */
export const listsOfCoffee = ({ db, clock }: Platform, viewer: Viewer): List[] => [
  list(
    'coffee_requests',
    {
      ...fields('created_at'),
      with: other,
      proposed_by_me: (meeting) => meeting.is_mine,
      skill: (meeting) => meeting.skill_name,
      ...fields('status'),
      times: (meeting) => meeting.slots.join(' '),
      chosen: (meeting) => meeting.slot,
      ...fields('minutes', 'place', 'message'),
    },
    walk(
      (cursor) => listCoffee(db, viewer, clock(), cursor),
      (page) => page.coffee_requests.map(({ can: _, ...meeting }) => meeting),
    ),
  ),
]
