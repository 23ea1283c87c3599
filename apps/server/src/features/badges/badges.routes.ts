import { badges } from '@reflet/contract/badges'
import { done } from '@reflet/contract/common'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import { skillName } from '../catalogue/catalogue.queries.ts'
import { checkBadges } from '../hierarchy/hierarchy.policy.ts'
import { deleteBadge, mailBadge, publishBadges } from './badges.commands.ts'
import { getOwnBadge, listBadges } from './badges.queries.ts'
import { addressesOf } from './issuing/addresses.ts'
import { linkedInLinks } from './linkedin.ts'

export function badgeRoutes(app: FastifyInstance, platform: Platform) {
  bind(app, platform, badges.listBadges, async ({ viewer }) => {
    checkBadges(viewer)
    return listBadges(platform, viewer)
  })
  bind(app, platform, badges.publishBadges, async ({ viewer, body }) => {
    checkBadges(viewer)
    return publishBadges(platform, viewer, body)
  })
  bind(app, platform, badges.shareBadge, async ({ viewer, body }) => {
    checkBadges(viewer)
    const badge = await getOwnBadge(platform.db, viewer, body.badge_id)
    return linkedInLinks({
      id: badge.id,
      pageUrl: addressesOf(platform.publicUrl()).page(badge.id),
      name: skillName(badge, viewer.locale),
      company: badge.company,
      issuedAt: new Date(badge.issued_at),
    })
  })
  bind(app, platform, badges.mailBadge, async ({ viewer, params }) => {
    checkBadges(viewer)
    await mailBadge(platform, viewer, params.id)
    return done
  })
  bind(app, platform, badges.deleteBadge, async ({ viewer, params }) => {
    checkBadges(viewer)
    await deleteBadge(platform, viewer, params.id)
    return done
  })
}
