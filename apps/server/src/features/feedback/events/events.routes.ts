import { events } from '@reflet/contract/events'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../../platform/http.ts'
import type { Platform } from '../../../platform/index.ts'
import { createEvent, updateEvent } from './events.commands.ts'
import { getEvent, getEventLink, listEvents } from './events.queries.ts'
import { answerEvent, answerEventLink } from './joining.commands.ts'

export function eventRoutes(app: FastifyInstance, platform: Platform) {
  bind(app, platform, events.listEvents, ({ viewer, query }) => listEvents(platform, viewer, query.cursor))
  bind(app, platform, events.createEvent, ({ viewer, body }) => createEvent(platform, viewer, body))
  bind(app, platform, events.getEvent, ({ viewer, params }) => getEvent(platform.db, platform, viewer, params.id))
  bind(app, platform, events.updateEvent, ({ viewer, params, body }) => updateEvent(platform, viewer, params.id, body))
  bind(app, platform, events.getEventLink, ({ link, query }) => getEventLink(platform, link, query.locale))
  bind(app, platform, events.answerEventLink, ({ link, body }) => answerEventLink(platform, link, body))
  bind(app, platform, events.answerEvent, ({ viewer, link, body }) => answerEvent(platform, viewer, link, body))
}
