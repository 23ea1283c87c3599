import { adminLearning } from '@reflet/contract/admin-learning'
import { done } from '@reflet/contract/common'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../../platform/http.ts'
import type { Platform } from '../../../platform/index.ts'
import type { Viewer } from '../../../platform/session.ts'
import { record } from '../../audit/audit.ts'
import { administrationOf } from '../admin-call.ts'
import { removeLearningPlatform, setLearningPlatform } from './platform.commands.ts'
import { getLearningPlatform } from './platform.queries.ts'

/** `test` asks the platform itself, in the feature that knows its protocol. */
export function learningPlatformRoutes(
  app: FastifyInstance,
  platform: Platform,
  test: (viewer: Viewer) => Promise<'ok' | 'refused' | 'unavailable' | 'incomplete'>,
) {
  const show = ({ companyId }: Viewer) => getLearningPlatform(platform.db, companyId, platform.production)
  bind(app, platform, adminLearning.getLearningPlatform, ({ viewer }) => show(viewer))
  bind(app, platform, adminLearning.setLearningPlatform, async ({ viewer, body, request }) => {
    await setLearningPlatform(platform, administrationOf(viewer, request), viewer.seal, body)
    return show(viewer)
  })
  bind(app, platform, adminLearning.deleteLearningPlatform, async ({ viewer, request }) => {
    await removeLearningPlatform(platform, administrationOf(viewer, request))
    return done
  })
  bind(app, platform, adminLearning.testLearningPlatform, async ({ viewer, request }) => {
    const status = await test(viewer)
    const by = administrationOf(viewer, request)
    await record(platform.db, platform.clock(), { ...by, action: 'learning_platform_tested', details: { status } })
    return { status }
  })
}
