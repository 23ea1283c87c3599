import { skills } from '@reflet/contract/skills'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import { listSkills } from '../catalogue/catalogue.queries.ts'
import { checkOwnId } from '../people/people.policy.ts'
import { getUserRecord } from '../people/people.queries.ts'
import { chooseSkills, evaluateMyself, resetSkills } from './skills.commands.ts'
import { listSelfEvaluations } from './skills.queries.ts'

export function skillRoutes(app: FastifyInstance, platform: Platform) {
  bind(app, platform, skills.listSkills, ({ viewer }) => listSkills(platform.db, viewer))
  bind(app, platform, skills.chooseSkills, async ({ viewer, params, body, request }) => {
    checkOwnId(viewer, params.userId)
    await chooseSkills(platform, viewer, body.skill_ids)
    return getUserRecord(platform, request.tokenHash)
  })
  bind(app, platform, skills.resetSkills, async ({ viewer, params, body, request }) => {
    checkOwnId(viewer, params.userId)
    await resetSkills(platform, viewer, body.skill_ids)
    return getUserRecord(platform, request.tokenHash)
  })
  bind(app, platform, skills.listSelfEvaluations, async ({ viewer, params, query }) => {
    checkOwnId(viewer, params.userId)
    return listSelfEvaluations(platform.db, viewer, query)
  })
  bind(app, platform, skills.evaluateMyself, async ({ viewer, params, body }) => {
    checkOwnId(viewer, params.userId)
    return { evaluations: await evaluateMyself(platform, viewer, body.evaluations) }
  })
}
