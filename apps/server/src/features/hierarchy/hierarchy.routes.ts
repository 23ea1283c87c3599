import { done } from '@reflet/contract/common'
import { managerPage } from '@reflet/contract/guest-pages'
import { hierarchy } from '@reflet/contract/hierarchy'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { stopPage } from '../guests/stop-page.ts'
import { checkOwnId } from '../people/people.policy.ts'
import { saveHierarchy } from './hierarchy.commands.ts'
import { checkBadges } from './hierarchy.policy.ts'
import { getHierarchy } from './hierarchy.queries.ts'
import { addManager, chooseHierarchyMails, remindManager, saveAsManager } from './invitation.commands.ts'
import { findInvitation, getLinkView } from './invitation.queries.ts'

export function hierarchyRoutes(app: FastifyInstance, platform: Platform) {
  /** Runs the action if badges are active, and returns the lists. */
  async function asEmployee(viewer: Viewer, act: () => Promise<void>) {
    checkBadges(viewer)
    await act()
    return getHierarchy(platform.db, viewer, platform.clock())
  }
  bind(app, platform, hierarchy.getHierarchy, ({ viewer, params }) => asEmployee(viewer, async () => checkOwnId(viewer, params.userId)))
  bind(app, platform, hierarchy.saveHierarchy, ({ viewer, body }) => asEmployee(viewer, () => saveHierarchy(platform, viewer, body)))
  bind(app, platform, hierarchy.addManager, ({ viewer, body }) => asEmployee(viewer, () => addManager(platform, viewer, body)))
  bind(app, platform, hierarchy.remindManager, ({ viewer }) => asEmployee(viewer, () => remindManager(platform, viewer)))

  bind(app, platform, hierarchy.getHierarchyLink, async ({ link }) => getLinkView(platform.db, await findInvitation(platform, link)))
  bind(app, platform, hierarchy.saveHierarchyLink, async ({ link, body }) => {
    await saveAsManager(platform, await findInvitation(platform, link), body)
    return getLinkView(platform.db, await findInvitation(platform, link))
  })
  bind(app, platform, hierarchy.stopHierarchyMails, async ({ params }) => {
    await chooseHierarchyMails(platform, params.token, true)
    return done
  })
  bind(app, platform, hierarchy.resumeHierarchyMails, async ({ params }) => {
    await chooseHierarchyMails(platform, params.token, false)
    return done
  })
  stopPage(app, hierarchy.stopHierarchyMails, ({ link }) => managerPage(link))
}
