import { done } from '@reflet/contract/common'
import { recurrences } from '@reflet/contract/recurrences'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../../platform/http.ts'
import type { Platform } from '../../../platform/index.ts'
import { createRecurrence, stopRecurrence, updateRecurrence } from './recurrences.commands.ts'
import { listRecurrences, previewRounds } from './recurrences.queries.ts'

export function recurrenceRoutes(app: FastifyInstance, platform: Platform) {
  bind(app, platform, recurrences.listRecurrences, ({ viewer, query }) => listRecurrences(platform, viewer, query.cursor))
  bind(app, platform, recurrences.previewRecurrence, ({ viewer, body }) => previewRounds(platform, viewer, body))
  bind(app, platform, recurrences.createRecurrence, ({ viewer, body }) => createRecurrence(platform, viewer, body))
  bind(app, platform, recurrences.updateRecurrence, ({ viewer, params, body }) => updateRecurrence(platform, viewer, params.id, body))
  bind(app, platform, recurrences.deleteRecurrence, async ({ viewer, params }) => {
    await stopRecurrence(platform, viewer, params.id)
    return done
  })
}
