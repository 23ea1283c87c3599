import { people } from '@reflet/contract/people'
import type { FastifyInstance } from 'fastify'
import { bind, bindInStatement } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import { setPlatform, updateUser } from './people.commands.ts'
import { checkOwnId } from './people.policy.ts'
import { getUserRecord, searchColleagues } from './people.queries.ts'

export function peopleRoutes(app: FastifyInstance, platform: Platform) {
  bindInStatement(app, platform, people.getUser, async ({ params, tokenHash }) => {
    const record = await getUserRecord(platform, tokenHash)
    checkOwnId({ userId: record.user.id }, params.userId)
    return record
  })
  bind(app, platform, people.updateUser, async ({ viewer, params, body, request }) => {
    checkOwnId(viewer, params.userId)
    await updateUser(platform, viewer, body)
    return getUserRecord(platform, request.tokenHash)
  })
  bind(app, platform, people.platformUsed, async ({ viewer, body }) => {
    await setPlatform(platform, viewer, body.platform)
    return { platform: body.platform }
  })
  bind(app, platform, people.searchColleagues, ({ viewer, query }) => searchColleagues(platform.db, viewer, query))
}
