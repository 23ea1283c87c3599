import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { listEvents } from '../feedback/events/events.queries.ts'
import { fields, type List, list, walk } from './lists.ts'

/** Events that the viewer organises; their links are not exported. */
export const listsOfEvents = (platform: Platform, viewer: Viewer): List[] => [
  list(
    'events',
    {
      ...fields('title', 'takes_place_on'),
      skills: ({ skills }) => skills.map(({ name }) => name).join(' · '),
      ...fields('confidential', 'ends_at', 'closed_at', 'participants', 'created_at'),
    },
    walk(
      (cursor) => listEvents(platform, viewer, cursor),
      ({ events }) => events.map(({ link: _, ...event }) => event),
    ),
  ),
]
