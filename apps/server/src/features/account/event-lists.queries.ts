import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { listEvents } from '../feedback/events/events.queries.ts'
import { type List, list, walk } from './lists.ts'

/** Events that the viewer organises; their links are not exported. */
export const listsOfEvents = (platform: Platform, viewer: Viewer): List[] => [
  list(
    'events',
    walk(
      (cursor) => listEvents(platform, viewer, cursor),
      ({ events }) => events.map(({ link: _, ...event }) => event),
    ),
    {
      title: ({ title }) => title,
      takes_place_on: ({ takes_place_on }) => takes_place_on,
      skills: ({ skills }) => skills.map(({ name }) => name).join(' · '),
      confidential: ({ confidential }) => confidential,
      ends_at: ({ ends_at }) => ends_at,
      closed_at: ({ closed_at }) => closed_at,
      participants: ({ participants }) => participants,
      created_at: ({ created_at }) => created_at,
    },
  ),
]
