import { people } from '@reflet/contract/people'
import type { FastifyInstance } from 'fastify'
import { bind, bindInStatement } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import { searchColleagues } from './directory.queries.ts'
import { acceptTerms, finishOnboarding, setPlatform, updateUser } from './people.commands.ts'
import { checkOwnId } from './people.policy.ts'
import { getUserRecord } from './people.queries.ts'
import { suggestPeople } from './suggestions.queries.ts'

export function peopleRoutes(app: FastifyInstance, platform: Platform) {
  bindInStatement(app, platform, people.getUser, async ({ params, tokenHash, request }) => {
    const record = await getUserRecord(platform, tokenHash)
    request.caller = { company_id: record.user.company.id, user_id: record.user.id }
    checkOwnId({ userId: record.user.id }, params.userId)
    return record
  })
  bind(app, platform, people.updateUser, async ({ viewer, params, body, request }) => {
    checkOwnId(viewer, params.userId)
    await updateUser(platform, viewer, body, request.ip)
    return getUserRecord(platform, request.tokenHash)
  })
  const flags = {
    is_onboarding_finished: people.onboardingFinished,
    is_onboarding_dashboard_finished: people.onboardingDashboardFinished,
    is_onboarding_answer_finished: people.onboardingAnswerFinished,
    is_onboarding_badge_finished: people.onboardingBadgeFinished,
  } as const
  for (const [flag, endpoint] of Object.entries(flags)) {
    bind(app, platform, endpoint, async ({ viewer, request }) => {
      await finishOnboarding(platform, viewer, flag as keyof typeof flags)
      return getUserRecord(platform, request.tokenHash)
    })
  }
  bind(app, platform, people.acceptTerms, async ({ viewer, body, request }) => {
    await acceptTerms(platform, viewer, body.version)
    return getUserRecord(platform, request.tokenHash)
  })
  bind(app, platform, people.platformUsed, async ({ viewer, body }) => {
    await setPlatform(platform, viewer, body.platform)
    return { platform: body.platform }
  })
  bind(app, platform, people.searchColleagues, ({ viewer, query }) => searchColleagues(platform.db, viewer, query, platform.clock()))
  bind(app, platform, people.suggestPeople, async ({ viewer, params }) => {
    checkOwnId(viewer, params.userId)
    return suggestPeople(platform.db, viewer, platform.clock())
  })
}
